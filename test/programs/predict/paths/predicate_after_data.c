/* The predicate is set and signalled after the data is there. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int ready;
int data;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *waiter(void *argument)
{
    pthread_mutex_lock(&lock);
    while (!ready) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
    assert(data == 1);
    return argument;
}

void *notifier(void *argument)
{
    data = 1;
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, waiter, NULL);
    pthread_create(&second, NULL, notifier, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
