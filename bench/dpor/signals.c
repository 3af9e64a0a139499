/* N threads say that something is so, which one waits for if it is not. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int ready;

static void *tell(void *argument)
{
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_mutex_unlock(&mutex);
    pthread_cond_signal(&condition);
    return argument;
}

static void *wait_for(void *argument)
{
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    assert(ready);
    return argument;
}

int main(void)
{
    pthread_t threads[N + 1];
    pthread_create(&threads[N], 0, wait_for, 0);
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, tell, 0);
    for (int i = 0; i <= N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
