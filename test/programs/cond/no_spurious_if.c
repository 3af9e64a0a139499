/* Without spurious wake-ups one waiter and one signal are safe even with `if`. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

void *notify(void *argument)
{
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t notifier;
    pthread_create(&notifier, NULL, notify, NULL);
    pthread_mutex_lock(&lock);
    if (!ready) {
        pthread_cond_wait(&changed, &lock);
    }
    assert(ready);
    pthread_mutex_unlock(&lock);
    pthread_join(notifier, NULL);
    return 0;
}
