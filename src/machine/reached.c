#include "machine/reached.h"

#include <stddef.h>
#include <sys/mman.h>

Reached *reached_create(void)
{
    void *memory = mmap(NULL, sizeof(Reached), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void reached_free(Reached *reached)
{
    if (reached)
        munmap(reached, sizeof *reached);
}

void reached_note_weak_order(Reached *reached, uint32_t position)
{
    unsigned known = atomic_load(&reached->weak_order);
    while ((!known || position + 1 < known) &&
           !atomic_compare_exchange_weak(&reached->weak_order, &known, position + 1))
        ;
}
