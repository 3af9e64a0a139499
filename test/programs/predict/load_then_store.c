/* An atomic load and an atomic store are not one atomic operation. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int counter;

void *increment(void *argument)
{
    int old = atomic_load(&counter);
    atomic_store(&counter, old + 1);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, increment, NULL);
    pthread_create(&second, NULL, increment, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(atomic_load(&counter) == 2);
    return 0;
}
