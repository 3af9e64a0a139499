/*
 * Whatever gets lost, the counter is at least two and at most four.
 *
 * Interleavings: two increments, four visible operations per thread: C(8,4) = 70.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int counter;

void *increment_twice(void *argument)
{
    counter++;
    counter++;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, increment_twice, NULL);
    pthread_create(&second, NULL, increment_twice, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter >= 2 && counter <= 4);
    return 0;
}
