/* The cancelled thread has the mutex again when it ends, and nobody unlocks it. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static void *consume(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (items == 0)
        pthread_cond_wait(&filled, &mutex);
    items--;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t consumer;
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_cancel(consumer);
    pthread_join(consumer, NULL);
    pthread_mutex_lock(&mutex);
    items++;
    pthread_mutex_unlock(&mutex);
    return 0;
}
