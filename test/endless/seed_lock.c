/* Any number of threads draw random numbers from one generator, under a lock: the seed stays below the modulus. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

#define MODULUS 16

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned seed = 1;

static unsigned draw(void)
{
    pthread_mutex_lock(&lock);
    seed = (seed * 5 + 3) % MODULUS;
    unsigned drawn = seed;
    pthread_mutex_unlock(&lock);
    return drawn;
}

static void *play(void *unused)
{
    assert(draw() < MODULUS);
    return unused;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t player;
        pthread_create(&player, 0, play, 0);
    }
    assert(draw() < MODULUS);
    return 0;
}
