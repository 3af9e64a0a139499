/* N threads take and free a lock that is a flag, which they set until they find that it was not: N! orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

atomic_flag lock = ATOMIC_FLAG_INIT;
int inside, done;

static void *work(void *argument)
{
    while (atomic_flag_test_and_set(&lock))
        ;
    inside++;
    assert(inside == 1);
    inside--;
    done++;
    atomic_flag_clear(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    assert(done == N);
    return 0;
}
