/* Sizes of rings. */
#include "ring.h"

uint32_t ring_round_up(uint32_t count)
{
#if BUG == 5 /* any size will do, it was thought; slots of different positions become the same */
    return count;
#else
    uint32_t size = 1;
    while (size < count)
        size <<= 1;
    return size;
#endif
}
