/* A reader-writer lock that is a number: readers take 1 from it, writers all. N threads each read and write, ROUNDS
 * times. With FIRST the first attempt stands before the loop, and the others at its end, as Linux had it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#define BIAS 0x1000

atomic_int lock = BIAS;
int shared;

#ifdef FIRST

static void lock_to_read(void)
{
    int before = atomic_fetch_sub(&lock, 1);
    while (before <= 0) {
        atomic_fetch_add(&lock, 1);
        while (atomic_load(&lock) <= 0)
            ;
        before = atomic_fetch_sub(&lock, 1);
    }
}

static void lock_to_write(void)
{
    int before = atomic_fetch_sub(&lock, BIAS);
    while (before != BIAS) {
        atomic_fetch_add(&lock, BIAS);
        while (atomic_load(&lock) != BIAS)
            ;
        before = atomic_fetch_sub(&lock, BIAS);
    }
}

#else

static void lock_to_read(void)
{
    while (atomic_fetch_sub(&lock, 1) <= 0) {
        atomic_fetch_add(&lock, 1);
        while (atomic_load(&lock) <= 0)
            ;
    }
}

static void lock_to_write(void)
{
    while (atomic_fetch_sub(&lock, BIAS) != BIAS) {
        atomic_fetch_add(&lock, BIAS);
        while (atomic_load(&lock) != BIAS)
            ;
    }
}

#endif

static void *work(void *argument)
{
    for (int i = 0; i < ROUNDS; i++) {
        lock_to_read();
        int before = shared;
        assert(shared == before);
        atomic_fetch_add(&lock, 1);
        lock_to_write();
        shared = (int)(long)argument;
        assert(shared == (int)(long)argument);
        atomic_fetch_add(&lock, BIAS);
    }
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
