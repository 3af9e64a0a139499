/* As exchange.c, but whoever finds the lock taken takes that for its own. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int lock;
int count;

void *worker(void *argument)
{
    while (atomic_exchange(&lock, 1) > 1) {
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
