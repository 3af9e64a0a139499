/* A consumer that has been woken does not look again: another one may have taken the item meanwhile, or nobody has
   signalled at all, and the number of items becomes negative. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static void *produce(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        if (items < 3) {
            items++;
            pthread_cond_signal(&filled);
        }
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *consume(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        if (items == 0)
            pthread_cond_wait(&filled, &lock);
        items--;
        assert(items >= 0);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t producer, consumers[2];
    pthread_create(&producer, 0, produce, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&consumers[i], 0, consume, 0);
    pthread_join(producer, 0);
    return 0;
}
