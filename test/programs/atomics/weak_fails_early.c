/* A weak compare-exchange may fail without reason, also while there is no other thread. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int ready;
int seen;

void *look(void *argument)
{
    seen = ready;
    return argument;
}

int main(void)
{
    pthread_t thread;
    int expected = 0;
    atomic_compare_exchange_weak(&ready, &expected, 1);
    pthread_create(&thread, NULL, look, NULL);
    pthread_join(thread, NULL);
    assert(seen == 1);
    return 0;
}
