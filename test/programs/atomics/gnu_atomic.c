/* The __atomic builtins: add, exchange, compare-and-swap, load, store. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

int counter;
int taken;

void *work(void *argument)
{
    bool expected_free;
    int free_value = 0;
    __atomic_add_fetch(&counter, 1, __ATOMIC_ACQ_REL);
    expected_free = __atomic_compare_exchange_n(&taken, &free_value, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    assert(expected_free || free_value == 1);
    return expected_free ? argument : NULL;
}

int main(void)
{
    pthread_t first, second;
    void *one, *two;
    pthread_create(&first, NULL, work, &counter);
    pthread_create(&second, NULL, work, &counter);
    pthread_join(first, &one);
    pthread_join(second, &two);
    assert((one == NULL) != (two == NULL));
    assert(__atomic_load_n(&counter, __ATOMIC_SEQ_CST) == 2);
    __atomic_store_n(&counter, 5, __ATOMIC_SEQ_CST);
    assert(__atomic_exchange_n(&counter, 6, __ATOMIC_SEQ_CST) == 5);
    return 0;
}
