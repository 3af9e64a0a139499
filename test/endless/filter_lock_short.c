/* A filter lock for three threads with one level in place of two: the last one to come is kept back, and the other two
   are inside. It takes three threads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3

static atomic_int wants[THREADS], last, inside;

static int is_kept_back(int me)
{
    for (int other = 0; other < THREADS; other++)
        if (other != me && atomic_load(&wants[other]))
            return atomic_load(&last) == me;
    return 0;
}

static void enter(int me)
{
    atomic_store(&wants[me], 1);
    atomic_store(&last, me);
    while (is_kept_back(me))
        ;
}

static void *work(void *argument)
{
    int me = *(int *)argument;
    for (;;) {
        enter(me);
        assert(atomic_fetch_add(&inside, 1) == 0);
        atomic_fetch_sub(&inside, 1);
        atomic_store(&wants[me], 0);
    }
    return 0;
}

int main(void)
{
    static int numbers[THREADS] = {0, 1, 2};
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, work, &numbers[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
