/*
 * One lock per bucket: the first and the third thread share a bucket, the second has its own.
 *
 * Interleavings: lock, load, store, unlock in each thread. The sections on the shared bucket come in one of 2
 * orders, eight steps in a row; the four of the second thread fall anywhere among them: 2 * C(12,4) = 990.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct bucket {
    pthread_mutex_t lock;
    int count;
};

struct bucket table[2];

void *insert(void *argument)
{
    struct bucket *bucket = argument;
    pthread_mutex_lock(&bucket->lock);
    bucket->count++;
    pthread_mutex_unlock(&bucket->lock);
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 2; i++) {
        pthread_mutex_init(&table[i].lock, NULL);
    }
    for (int i = 0; i < 3; i++) {
        pthread_create(&threads[i], NULL, insert, &table[i % 2]);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(table[0].count == 2 && table[1].count == 1);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_destroy(&table[i].lock);
    }
    return 0;
}
