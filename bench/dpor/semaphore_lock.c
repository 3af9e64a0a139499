/* N threads use a semaphore as a lock: N! orders. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef N
#define N 2
#endif

sem_t semaphore;
int inside, done;

static void *work(void *argument)
{
    sem_wait(&semaphore);
    inside++;
    assert(inside == 1);
    inside--;
    done++;
    sem_post(&semaphore);
    return argument;
}

int main(void)
{
    sem_init(&semaphore, 0, 1);
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    assert(done == N);
    return 0;
}
