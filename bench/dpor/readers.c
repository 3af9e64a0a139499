/* N threads hold a lock to read, one to write: each reads before or after it, 2^N orders. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x, y, seen[N];

static void *read_both(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    seen[(long)argument] = x - y;
    pthread_rwlock_unlock(&lock);
    return 0;
}

static void *write_both(void *argument)
{
    pthread_rwlock_wrlock(&lock);
    x = 1;
    y = 1;
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[N + 1];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, read_both, (void *)i);
    pthread_create(&threads[N], 0, write_both, 0);
    for (int i = 0; i <= N; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < N; i++)
        assert(!seen[i]);
    return 0;
}
