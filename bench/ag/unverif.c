/*
 * Two threads draw a number; only the one that has drawn the first counts, ROUNDS times, and compares the shared count
 * with its own.
 *
 * With -DBROKEN drawing is two steps.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ROUNDS
#define ROUNDS 3
#endif

atomic_int drawn;
int count;

static int draw(void)
{
#ifdef BROKEN
    int number = atomic_load(&drawn);
    atomic_store(&drawn, number + 1);
    return number;
#else
    return atomic_fetch_add(&drawn, 1);
#endif
}

static void *work(void *argument)
{
    if (draw() == 0) {
        for (int own = 1; own <= ROUNDS; own++) {
            count = count + 1;
            assert(count == own);
        }
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
