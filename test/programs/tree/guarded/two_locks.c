/* Each thread always has a lock where it accesses the counter, but it is not always the same one: whoever comes first to
 * the turn takes the second. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
atomic_int turn;
int counter;

static void count(pthread_mutex_t *lock)
{
    pthread_mutex_lock(lock);
    int old = counter;
    counter = old + 1;
    pthread_mutex_unlock(lock);
}

static void *early(void *argument)
{
    atomic_fetch_add(&turn, 1);
    count(&first);
    return argument;
}

static void *late(void *argument)
{
#ifdef SAME
    count(&first);
#else
    count(atomic_load(&turn) == 1 ? &second : &first);
#endif
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, late, 0);
    pthread_create(&threads[1], 0, early, 0);
    pthread_create(&threads[2], 0, early, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    assert(counter == 3);
    return 0;
}
