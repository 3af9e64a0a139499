/*
 * Three threads, each with a load and a store.
 *
 * Interleavings: 6! / (2! 2! 2!) = 90.
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
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        pthread_create(&threads[i], NULL, increment, NULL);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(counter == 3);
    return 0;
}
