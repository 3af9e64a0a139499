/* A weak compare-exchange may fail without reason, also on memory that no other thread can reach. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int succeeded = 1;

void *exchange(void *argument)
{
    atomic_int own = 0;
    int expected = 0;
    succeeded = atomic_compare_exchange_weak(&own, &expected, 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, exchange, NULL);
    pthread_join(thread, NULL);
    assert(succeeded);
    return 0;
}
