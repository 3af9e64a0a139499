/* Four threads meet at a barrier for two: the order in which they come decides who meets whom. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_barrier_t barrier;
atomic_int prepared;

static void *prepare(void *unused)
{
    atomic_store(&prepared, 1);
    pthread_barrier_wait(&barrier);
    return unused;
}

static void *use(void *unused)
{
    pthread_barrier_wait(&barrier);
    assert(atomic_load(&prepared));
    return unused;
}

static void *come(void *unused)
{
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t threads[4];
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&threads[0], 0, prepare, 0);
    pthread_create(&threads[1], 0, use, 0);
    pthread_create(&threads[2], 0, come, 0);
    pthread_create(&threads[3], 0, come, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    return 0;
}
