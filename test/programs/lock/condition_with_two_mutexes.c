/* Two threads wait on one condition variable, each with a mutex of its own: POSIX leaves that undefined. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

void *await(void *argument)
{
    pthread_mutex_t *lock = argument;
    pthread_mutex_lock(lock);
    while (!ready) {
        pthread_cond_wait(&changed, lock);
    }
    pthread_mutex_unlock(lock);
    return NULL;
}

int main(void)
{
    pthread_t waiters[2];
    pthread_create(&waiters[0], NULL, await, &locks[0]);
    pthread_create(&waiters[1], NULL, await, &locks[1]);
    pthread_mutex_lock(&locks[0]);
    pthread_mutex_lock(&locks[1]);
    ready = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&locks[1]);
    pthread_mutex_unlock(&locks[0]);
    pthread_join(waiters[0], NULL);
    pthread_join(waiters[1], NULL);
    return 0;
}
