/* Shifts up to the width minus one are fine, also in a wider type. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

unsigned bits = 30;

void *next(void *argument)
{
    bits = bits + 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, next, NULL);
    unsigned amount = bits;
    unsigned mask = 1u << amount;
    uint64_t wide = (uint64_t)1 << (amount + 32);
    pthread_join(worker, NULL);
    assert(mask >= 0x40000000u && wide >= ((uint64_t)1 << 62));
    return 0;
}
