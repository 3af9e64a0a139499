/* Any number of threads draw random numbers for ever, by compare-exchange of the seed: a seed is below the modulus and
   never its own successor, because 4 * seed + 3 is odd. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define MODULUS 16

static atomic_uint seed = 1;

static void *draw(void *unused)
{
    for (;;) {
        unsigned old = atomic_load(&seed), next;
        do {
            next = (old * 5 + 3) % MODULUS;
        } while (!atomic_compare_exchange_strong(&seed, &old, next));
        assert(next < MODULUS);
        assert(next != old);
    }
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t player;
        pthread_create(&player, 0, draw, 0);
    }
}
