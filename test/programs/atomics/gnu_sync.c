/* The __sync builtins: fetch-and-add, compare-and-swap, lock test-and-set, full barrier. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int counter;
int latch;
int winners;

void *work(void *argument)
{
    __sync_fetch_and_add(&counter, 2);
    __sync_synchronize();
    if (__sync_bool_compare_and_swap(&latch, 0, 1)) {
        winners++;
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 4 && winners == 1);
    assert(__sync_val_compare_and_swap(&latch, 1, 7) == 1);
    assert(__sync_lock_test_and_set(&latch, 1) == 7);
    __sync_lock_release(&latch);
    assert(latch == 0);
    return 0;
}
