/*
 * A compare-and-swap loop: whoever fails tries again with the value it was told.
 *
 * Interleavings: load and exchange in each thread, C(4,2) = 6 orders of these four steps. In the four where both
 * load before the first exchange, the second exchange fails and is repeated, but its thread is alone by then: no
 * further choice. 6.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int counter;

void *increment(void *argument)
{
    int seen = atomic_load(&counter);
    while (!atomic_compare_exchange_strong(&counter, &seen, seen + 1)) {
    }
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
