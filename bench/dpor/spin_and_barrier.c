/* N threads take and free a spin lock, M others meet at a barrier. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif
#ifndef M
#define M N
#endif

atomic_int lock;
int inside;
pthread_barrier_t barrier;

static void *work(void *argument)
{
    int expected = 0;
    while (!atomic_compare_exchange_strong(&lock, &expected, 1))
        expected = 0;
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&lock, 0);
    return argument;
}

static void *meet(void *argument)
{
    pthread_barrier_wait(&barrier);
    return argument;
}

int main(void)
{
    pthread_t workers[N], others[M];
    pthread_barrier_init(&barrier, 0, M);
    for (int i = 0; i < N; i++)
        pthread_create(&workers[i], 0, work, 0);
    for (int i = 0; i < M; i++)
        pthread_create(&others[i], 0, meet, 0);
    for (int i = 0; i < N; i++)
        pthread_join(workers[i], 0);
    for (int i = 0; i < M; i++)
        pthread_join(others[i], 0);
    return 0;
}
