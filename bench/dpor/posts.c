/* N threads post a semaphore for which main waits N times. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef N
#define N 3
#endif

sem_t semaphore;
int done[N];

static void *post(void *argument)
{
    done[(long)argument] = 1;
    sem_post(&semaphore);
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    sem_init(&semaphore, 0, 0);
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, post, (void *)i);
    for (int i = 0; i < N; i++)
        sem_wait(&semaphore);
    for (int i = 0; i < N; i++)
        assert(done[i]);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
