/* The mutex is destroyed after the first phase; a thread of the second phase still uses it in one of the orders. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock;
int enabled;

void *work(void *argument)
{
    if (enabled) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_mutex_init(&lock, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_destroy(&lock);
    pthread_create(&worker, NULL, work, NULL);
    enabled = 1;
    pthread_join(worker, NULL);
    return 0;
}
