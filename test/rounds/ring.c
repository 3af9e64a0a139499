/* A producer and a consumer around a ring with a lock, for ever: the number of items stays within bounds. */
#include <assert.h>
#include <pthread.h>
#define SIZE 4
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int items, put, got;
static void *producer(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        if (items < SIZE) {
            put = (put + 1) % SIZE;
            items++;
        }
        assert(items >= 0 && items <= SIZE);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
static void *consumer(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        if (items > 0) {
            got = (got + 1) % SIZE;
            items--;
        }
        assert(items >= 0 && items <= SIZE);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, producer, 0);
    pthread_create(&b, 0, consumer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
