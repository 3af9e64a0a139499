/* Atomic accesses do not race, and a release store orders what came before it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int data;
atomic_int ready;

void *send(void *argument)
{
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return argument;
}

int main(void)
{
    pthread_t sender;
    int seen = 0;
    pthread_create(&sender, NULL, send, NULL);
    if (atomic_load_explicit(&ready, memory_order_acquire)) {
        seen = data;
    }
    pthread_join(sender, NULL);
    return seen - data == 1;
}
