/* One item, two consumers, a broadcast: the second consumer to wake does not look again. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int items;

void *consume(void *argument)
{
    pthread_mutex_lock(&lock);
    if (items == 0) {
        pthread_cond_wait(&changed, &lock);
    }
    assert(items > 0);
    items--;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, consume, NULL);
    pthread_create(&second, NULL, consume, NULL);
    pthread_mutex_lock(&lock);
    items = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    pthread_exit(NULL);
}
