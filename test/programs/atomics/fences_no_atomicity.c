/* Fences around a plain increment order it but do not make it atomic. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int counter;

void *increment(void *argument)
{
    atomic_thread_fence(memory_order_seq_cst);
    counter++;
    atomic_thread_fence(memory_order_seq_cst);
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
