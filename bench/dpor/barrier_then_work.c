/* N threads in a ring store a number, meet at a barrier, read that of the next one, meet again and store what they
 * have read, ROUNDS times. The barriers order all that conflicts: one order. */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

pthread_barrier_t barrier;
int numbers[N];

static void *work(void *argument)
{
    int own = (int)(long)argument;
    numbers[own] = own;
    for (int i = 0; i < ROUNDS; i++) {
        pthread_barrier_wait(&barrier);
        int next = numbers[(own + 1) % N];
        pthread_barrier_wait(&barrier);
        numbers[own] = next;
    }
    return 0;
}

int main(void)
{
    pthread_barrier_init(&barrier, 0, N);
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < N; i++)
        assert(numbers[i] == (i + ROUNDS) % N);
    return 0;
}
