/*
 * Under sequential consistency at least one of the threads sees the other's store.
 *
 * Interleavings: store and load in each thread: C(4,2) = 6.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

atomic_int x, y;

void *left(void *argument)
{
    (void)argument;
    atomic_store(&x, 1);
    return (void *)(intptr_t)atomic_load(&y);
}

void *right(void *argument)
{
    (void)argument;
    atomic_store(&y, 1);
    return (void *)(intptr_t)atomic_load(&x);
}

int main(void)
{
    pthread_t first, second;
    void *one, *two;
    pthread_create(&first, NULL, left, NULL);
    pthread_create(&second, NULL, right, NULL);
    pthread_join(first, &one);
    pthread_join(second, &two);
    assert((intptr_t)one + (intptr_t)two > 0);
    return 0;
}
