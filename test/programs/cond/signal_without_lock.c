/* The predicate is changed and signalled without the lock, right between the waiter's look and its wait. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

void *notify(void *argument)
{
    ready = 1;
    pthread_cond_signal(&changed);
    return argument;
}

int main(void)
{
    pthread_t notifier;
    pthread_create(&notifier, NULL, notify, NULL);
    pthread_mutex_lock(&lock);
    while (!ready) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
    pthread_join(notifier, NULL);
    return 0;
}
