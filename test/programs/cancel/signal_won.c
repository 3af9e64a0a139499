/* A signal that came first may win over the request. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items, taken;

static void unlock(void *argument)
{
    pthread_mutex_unlock(argument);
}

static void *consume(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    while (items == 0)
        pthread_cond_wait(&filled, &mutex);
    items--;
    taken++;
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t consumer;
    void *result;
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_mutex_lock(&mutex);
    items++;
    pthread_cond_signal(&filled);
    pthread_cancel(consumer);
    pthread_mutex_unlock(&mutex);
    pthread_join(consumer, &result);
    assert(items + taken == 1);
    assert(taken == 0);
    return 0;
}
