/* The filter lock for three threads, for ever: at each of two levels the last one to come waits as long as others are
   at that level or above, so one is kept back at each, and one gets in. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3

static atomic_int level_of[THREADS], last_at[THREADS];
static int inside;

static int is_kept_back(int me, int level)
{
    for (int other = 0; other < THREADS; other++)
        if (other != me && atomic_load(&level_of[other]) >= level)
            return atomic_load(&last_at[level]) == me;
    return 0;
}

static void enter(int me)
{
    for (int level = 1; level < THREADS; level++) {
        atomic_store(&level_of[me], level);
        atomic_store(&last_at[level], me);
        while (is_kept_back(me, level))
            ;
    }
}

static void *work(void *argument)
{
    int me = *(int *)argument;
    for (;;) {
        enter(me);
        assert(inside == 0);
        inside = 1;
        inside = 0;
        atomic_store(&level_of[me], 0);
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
