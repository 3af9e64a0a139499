/* A thread is cancelled while it waits: it has the mutex again, and its handler unlocks it. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items, handled;

static void unlock(void *argument)
{
    handled++;
    pthread_mutex_unlock(argument);
}

static void *consume(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    while (items == 0)
        pthread_cond_wait(&filled, &mutex);
    items--;
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t consumer;
    void *result;
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_cancel(consumer);
    pthread_join(consumer, &result);
    assert(result == PTHREAD_CANCELED);
    pthread_mutex_lock(&mutex);
    assert(handled == 1 && items == 0);
    pthread_mutex_unlock(&mutex);
    return 0;
}
