/* Main looks without the lock while the other is at work, or after it has ended: nothing orders that after the end of the
 * other but a join. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
sem_t moved;
atomic_int begun;
int account, other;

static void *move(void *argument)
{
    pthread_mutex_lock(&lock);
    account -= 5;
    begun = 1;
    sem_post(&moved);
    other += 5;
#ifndef KEPT
    pthread_mutex_unlock(&lock);
#endif
    return argument;
}

int main(void)
{
    pthread_t mover;
    sem_init(&moved, 0, 0);
    pthread_create(&mover, 0, move, 0);
#ifdef JOINED
    pthread_join(mover, 0);
    assert(account + other == 0);
    return 0;
#endif
#ifdef PEEKED
    if (begun) {
        assert(account + other == 0);
    }
#else
    sem_wait(&moved);
    assert(account + other == 0);
#endif
    pthread_join(mover, 0);
    return 0;
}
