/* In each round exactly one thread is told PTHREAD_BARRIER_SERIAL_THREAD; the barrier is used twice. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

pthread_barrier_t barrier;

void *rounds(void *argument)
{
    intptr_t serial = 0;
    (void)argument;
    for (int round = 0; round < 2; round++) {
        int status = pthread_barrier_wait(&barrier);
        assert(status == 0 || status == PTHREAD_BARRIER_SERIAL_THREAD);
        serial += status == PTHREAD_BARRIER_SERIAL_THREAD;
    }
    return (void *)serial;
}

int main(void)
{
    pthread_t first, second;
    void *one, *two;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&first, NULL, rounds, NULL);
    pthread_create(&second, NULL, rounds, NULL);
    pthread_join(first, &one);
    pthread_join(second, &two);
    assert((intptr_t)one + (intptr_t)two == 2);
    pthread_barrier_destroy(&barrier);
    return 0;
}
