/* One thread puts N numbers into a buffer, another one takes them out; each waits on a condition while it is full
 * or empty. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif
#ifndef SIZE
#define SIZE 1
#endif

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
int buffer[SIZE], used;

static void *produce(void *argument)
{
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&mutex);
        while (used == SIZE)
            pthread_cond_wait(&not_full, &mutex);
        buffer[i % SIZE] = i;
        used++;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

static void *consume(void *argument)
{
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&mutex);
        while (!used)
            pthread_cond_wait(&not_empty, &mutex);
        assert(buffer[i % SIZE] == i);
        used--;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    pthread_t producer, consumer;
    pthread_create(&producer, 0, produce, 0);
    pthread_create(&consumer, 0, consume, 0);
    pthread_join(producer, 0);
    pthread_join(consumer, 0);
    assert(!used);
    return 0;
}
