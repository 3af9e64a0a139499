/*
 * pthread_spin_trylock says EBUSY while the other one holds the lock.
 *
 * Interleavings: whoever is first has six more steps: five accesses and the unlock. The other one's attempt fails
 * before any of these six (6), or succeeds after them, alone (1). For either thread: 14.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

pthread_spinlock_t lock;
int inside;

void *attempt(void *argument)
{
    int status = pthread_spin_trylock(&lock);
    if (status == 0) {
        inside++;
        assert(inside == 1);
        inside--;
        pthread_spin_unlock(&lock);
    } else {
        assert(status == EBUSY);
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&first, NULL, attempt, NULL);
    pthread_create(&second, NULL, attempt, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    pthread_spin_destroy(&lock);
    return 0;
}
