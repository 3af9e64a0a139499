/* N threads hold a lock to read, M to write. The writers come in some order, and each reader before all, or after
 * some of them: M! (M + 1)^N orders. */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif
#ifndef M
#define M 2
#endif

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x, y;

static void *read_both(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    assert(x == y);
    pthread_rwlock_unlock(&lock);
    return argument;
}

static void *write_both(void *argument)
{
    pthread_rwlock_wrlock(&lock);
    x++;
    y++;
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[N + M];
    for (int i = 0; i < N + M; i++)
        pthread_create(&threads[i], 0, i < N ? read_both : write_both, 0);
    for (int i = 0; i < N + M; i++)
        pthread_join(threads[i], 0);
    assert(x == M);
    return 0;
}
