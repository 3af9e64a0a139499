/* The waiter is woken, and the lock given up, before the data is there. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int data;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *waiter(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&changed, &lock);
    assert(data == 1);
    pthread_mutex_unlock(&lock);
    return argument;
}

void *notifier(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    data = 1;
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
