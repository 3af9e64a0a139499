/* Operands of one width, signed and unsigned ones in the same function, also in one line and from a macro. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define HALVE(number) (number) >>= 1
#define HALVE_BOTH(first, second) ((first) >>= 1, (second) >>= 1)

typedef _Atomic signed char level;

level low = -128;
_Atomic unsigned char high = 200;
_Atomic int far = -100;
_Atomic unsigned wide = 1u << 31;
_Atomic short first = -8, second = -16;

static void *work(void *argument)
{
    low /= 2, high /= 10;
    far %= 7l, wide /= 3l;
    HALVE(low);
    HALVE(high);
    far /= (wide /= 100000000l) - 6l;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    assert(low == -32 && high == 10);
    assert(far == -2 && wide == 7);
    HALVE_BOTH(first, second);
    assert(first == -4 && second == -8);
#ifdef WRONG
    assert(high == 0 || low > 0);
#endif
    return 0;
}
