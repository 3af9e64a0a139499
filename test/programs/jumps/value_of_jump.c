/* The value that the jump brings is that of a race for the turn. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

static atomic_int turns;

static void *turn(void *unused)
{
    turns++;
    return unused;
}

static void fail(jmp_buf place, int seen)
{
    int local = seen + 1;
    longjmp(place, local);
}

int main(void)
{
    pthread_t thread;
    jmp_buf place;
    int unchanged = 5;
    volatile int tries = 0;
    pthread_create(&thread, NULL, turn, NULL);
    int seen = setjmp(place);
    tries++;
    if (seen == 0)
        fail(place, turns);
    pthread_join(thread, NULL);
    assert(seen == 1);
    assert(unchanged == 5 && tries == 2);
    return 0;
}
