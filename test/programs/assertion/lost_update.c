/*
 * The oldest of all: counter++ is a load and a store.
 *
 * Interleavings: two visible operations per thread: C(4,2) = 6; four of them lose an update.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int counter;

void *increment(void *argument)
{
    counter++;
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
