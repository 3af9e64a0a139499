/* The bakery for two customers without the sign that a number is being drawn: one customer is served while the other
   has yet to write down the same number, which comes first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define LAST 1000000

static atomic_int number[2], inside;

static void draw_and_wait(int me)
{
    int other = 1 - me, theirs;
    int mine = atomic_load(&number[other]) + 1;
    if (mine > LAST)
        exit(0);
    atomic_store(&number[me], mine);
    do {
        theirs = atomic_load(&number[other]);
    } while (theirs != 0 && (theirs < mine || (theirs == mine && other < me)));
}

static void *visit(void *argument)
{
    int me = *(int *)argument;
    for (;;) {
        draw_and_wait(me);
        assert(atomic_fetch_add(&inside, 1) == 0);
        atomic_fetch_sub(&inside, 1);
        atomic_store(&number[me], 0);
    }
    return 0;
}

int main(void)
{
    static int numbers[2] = {0, 1};
    pthread_t first, second;
    pthread_create(&first, 0, visit, &numbers[0]);
    pthread_create(&second, 0, visit, &numbers[1]);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
