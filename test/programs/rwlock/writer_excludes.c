/*
 * Nobody reads while the writer writes: the two halves always agree.
 *
 * Interleavings: the writer's section (wrlock, two stores, unlock) and the reader's (rdlock, two loads, unlock)
 * exclude each other, so only their order is open: 2.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_rwlock_t lock;
int low, high;

void *write_both(void *argument)
{
    pthread_rwlock_wrlock(&lock);
    low = 1;
    high = 1;
    pthread_rwlock_unlock(&lock);
    return argument;
}

void *read_both(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    assert(low == high);
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t writer, reader;
    pthread_rwlock_init(&lock, NULL);
    pthread_create(&writer, NULL, write_both, NULL);
    pthread_create(&reader, NULL, read_both, NULL);
    pthread_join(writer, NULL);
    pthread_join(reader, NULL);
    pthread_rwlock_destroy(&lock);
    return 0;
}
