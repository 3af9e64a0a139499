/* The reader does not take the spin lock and sees the transfer half done. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_spinlock_t lock;
int from = 1, to;

void *transfer(void *argument)
{
    pthread_spin_lock(&lock);
    from--;
    to++;
    pthread_spin_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&worker, NULL, transfer, NULL);
    int sum = from + to;
    assert(sum == 1);
    pthread_join(worker, NULL);
    return 0;
}
