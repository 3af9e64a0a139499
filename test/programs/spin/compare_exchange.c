/* A lock made of compare-exchange: an attempt that fails changes nothing. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int lock;
int count;

void *worker(void *argument)
{
    for (;;) {
        int expected = 0;
        if (atomic_compare_exchange_strong(&lock, &expected, 1)) {
            break;
        }
    }
    count++;
    atomic_store(&lock, 0);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, worker, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    assert(count == 2);
    return 0;
}
