/* When the worker is joined nobody uses the mutex any more. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock;
int counter;

void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_mutex_init(&lock, NULL);
    pthread_create(&worker, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    pthread_join(worker, NULL);
    pthread_mutex_destroy(&lock);
    return 0;
}
