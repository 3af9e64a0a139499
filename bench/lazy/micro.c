/*
 * THREADS threads of 100 visible statements each, or 10 with -DSHORT: additions to one variable. In the end nothing is
 * missing. There are no loops in the threads.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 2
#endif

#define ADD_TEN \
    x++;        \
    x++;        \
    x++;        \
    x++;        \
    x++;        \
    x++;        \
    x++;        \
    x++;        \
    x++;        \
    x++;

atomic_int x;

static void *add(void *argument)
{
    ADD_TEN
#ifndef SHORT
    ADD_TEN
    ADD_TEN
    ADD_TEN
    ADD_TEN
    ADD_TEN
    ADD_TEN
    ADD_TEN
    ADD_TEN
    ADD_TEN
#endif
    return argument;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int n = 0; n < THREADS; n++) {
        pthread_create(&threads[n], NULL, add, NULL);
    }
    for (int n = 0; n < THREADS; n++) {
        pthread_join(threads[n], NULL);
    }
#ifdef SHORT
    assert(x == THREADS * 10);
#else
    assert(x == THREADS * 100);
#endif
    return 0;
}
