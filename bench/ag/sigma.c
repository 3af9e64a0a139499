/*
 * THREADS threads each mark the place that a shared index names; main moves the index on after it has created each of
 * them. A thread that looks late marks another's place, and the sum is too small.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 2
#endif

int places[THREADS + 1];
int index_of_next;

static void *mark(void *argument)
{
    places[index_of_next] = 1;
    return argument;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int n = 0; n < THREADS; n++) {
        pthread_create(&threads[n], NULL, mark, NULL);
        index_of_next++;
    }
    int sum = 0;
    for (int n = 0; n < THREADS; n++) {
        pthread_join(threads[n], NULL);
    }
    for (int n = 0; n < THREADS; n++) {
        sum += places[n];
    }
    assert(sum == THREADS);
    return 0;
}
