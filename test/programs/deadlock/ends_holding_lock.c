/* An early return leaves the mutex locked; its owner is gone when main wants it. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int failed = 1;

void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    if (failed) {
        return NULL;
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    pthread_mutex_lock(&lock);
    failed = 0;
    pthread_mutex_unlock(&lock);
    return 0;
}
