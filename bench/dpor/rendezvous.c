/* N threads in a ring: each posts for the next one and waits for the one before. A wait comes after the only post
 * that there is: one order. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef N
#define N 2
#endif

sem_t semaphores[N];
int arrived[N];

static void *meet(void *argument)
{
    int own = (int)(long)argument;
    arrived[own] = 1;
    sem_post(&semaphores[(own + 1) % N]);
    sem_wait(&semaphores[own]);
    assert(arrived[(own + N - 1) % N]);
    return 0;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        sem_init(&semaphores[i], 0, 0);
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, meet, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
