/* A function that locks is called with the lock held. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int level;

void log_level(void)
{
    pthread_mutex_lock(&lock);
    level++;
    pthread_mutex_unlock(&lock);
}

void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    if (level == 0) {
        log_level();
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    return 0;
}
