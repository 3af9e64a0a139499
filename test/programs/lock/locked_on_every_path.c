/* The decision is made once, and lock and unlock both follow it. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int needed;

void *work(void *argument)
{
    int locked = needed;
    if (locked) {
        pthread_mutex_lock(&lock);
    }
    if (locked) {
        pthread_mutex_unlock(&lock);
    }
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
