/* The bakery for two customers, for ever: the smaller number is served first, and nobody looks at a number that is
   being drawn. The shop closes before numbers get too large. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define LAST 1000000

static atomic_int choosing[2], number[2];
static int inside;

static void draw_and_wait(int me)
{
    int other = 1 - me, theirs;
    atomic_store(&choosing[me], 1);
    int mine = atomic_load(&number[other]) + 1;
    if (mine > LAST)
        exit(0);
    atomic_store(&number[me], mine);
    atomic_store(&choosing[me], 0);
    while (atomic_load(&choosing[other]))
        ;
    do {
        theirs = atomic_load(&number[other]);
    } while (theirs != 0 && (theirs < mine || (theirs == mine && other < me)));
}

static void *visit(void *argument)
{
    int me = *(int *)argument;
    for (;;) {
        draw_and_wait(me);
        assert(inside == 0);
        inside = 1;
        inside = 0;
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
