/* A filter lock for three threads, which has two levels: at each, the last one to come waits while somebody else is
   as far as itself. Here both levels have one `victim` in common. While the first thread is inside, the other two
   release each other from the first level, and then one of them from the second. Mended, every level has its own.
   Violated: assertion, line 41. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3
#ifdef RIGHT
#define VICTIM(level) (&victim[level])
#else
#define VICTIM(level) (&victim[0])
#endif

static atomic_int level_of[THREADS], victim[THREADS], owner;

static int is_kept_back(int me, int level)
{
    for (int other = 0; other < THREADS; other++)
        if (other != me && atomic_load(&level_of[other]) >= level)
            return atomic_load(VICTIM(level)) == me;
    return 0;
}

static void enter(int me)
{
    for (int level = 1; level < THREADS; level++) {
        atomic_store(&level_of[me], level);
        atomic_store(VICTIM(level), me);
        while (is_kept_back(me, level))
            ;
    }
}

static void *work(void *argument)
{
    int me = *(int *)argument;
    enter(me);
    atomic_store(&owner, me);
    assert(atomic_load(&owner) == me);
    atomic_store(&level_of[me], 0);
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
