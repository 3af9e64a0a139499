/* An unlock on a path that has not locked. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int needed;

void *work(void *argument)
{
    if (needed) {
        pthread_mutex_lock(&lock);
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    needed = 1;
    pthread_join(worker, NULL);
    return 0;
}
