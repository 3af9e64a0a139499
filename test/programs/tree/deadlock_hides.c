/*
 * A thread ends with a lock that another one waits for, which is a deadlock at once, while main could go on to its assertion. It
 * does if the other thread comes to the lock later. What the other thread does before has nothing to do with it all.
 *
 * To dpor there are 3 orders: the other thread gets the lock; it comes too late, before main asserts, or after.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int apart, number;

static void *keep_lock(void *unused)
{
    pthread_mutex_lock(&lock);
    number++;
    return unused;
}

static void *come_later(void *unused)
{
    apart++;
    pthread_mutex_lock(&lock);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, keep_lock, NULL);
    pthread_create(&second, NULL, come_later, NULL);
    pthread_join(first, NULL);
    number++;
    assert(number != 2);
    return 0;
}
