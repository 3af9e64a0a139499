/*
 * Two atomic operations are not one: load and store lose an update.
 *
 * Interleavings: two visible operations per thread: C(4,2) = 6, four of them fail.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int counter;

void *increment(void *argument)
{
    int value = atomic_load(&counter);
    atomic_store(&counter, value + 1);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, increment, NULL);
    pthread_create(&second, NULL, increment, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 2);
    return 0;
}
