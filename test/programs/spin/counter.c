/*
 * A spin lock around an increment.
 *
 * Interleavings: as with a mutex only the order of the two critical sections is open: 2.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_spinlock_t lock;
int counter;

void *increment(void *argument)
{
    pthread_spin_lock(&lock);
    counter++;
    pthread_spin_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&first, NULL, increment, NULL);
    pthread_create(&second, NULL, increment, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 2);
    pthread_spin_destroy(&lock);
    return 0;
}
