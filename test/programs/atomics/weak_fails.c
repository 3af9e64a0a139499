/* A weak compare-exchange may fail without reason: perhaps nobody gets the lock. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int lock, owners;

void *try_once(void *argument)
{
    int expected = 0;
    if (atomic_compare_exchange_weak(&lock, &expected, 1)) {
        atomic_fetch_add(&owners, 1);
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, try_once, NULL);
    pthread_create(&second, NULL, try_once, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(owners == 1);
    return 0;
}
