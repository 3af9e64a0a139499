/* All that the runs show in which the flag is not seen is that the account is accessed under the lock. Who sees it looks
 * at the account in between. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_int begun;
int account, other;

static void *move(void *argument)
{
    atomic_store(&begun, 1);
    pthread_mutex_lock(&lock);
    account -= 5;
    other += 5;
    pthread_mutex_unlock(&lock);
#ifdef AGAIN
    atomic_store(&begun, 0);
#endif
    return argument;
}

static void *look(void *argument)
{
    if (atomic_load(&begun)) {
#ifdef LOCKED
        pthread_mutex_lock(&lock);
#endif
        assert(account + other == 0);
#ifdef LOCKED
        pthread_mutex_unlock(&lock);
#endif
    }
    return argument;
}

int main(void)
{
    pthread_t mover, looker;
    pthread_create(&looker, 0, look, 0);
    pthread_create(&mover, 0, move, 0);
    pthread_join(looker, 0);
    pthread_join(mover, 0);
    return 0;
}
