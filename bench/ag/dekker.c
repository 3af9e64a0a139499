/*
 * Dekker's mutual exclusion for two threads, which give up after TRIES looks at the other's wish. Where a thread waits
 * for its turn it is assumed to look when the wait is over; a run in which it looks earlier shows nothing else.
 *
 * With -DBROKEN a thread looks before it announces its own wish.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef TRIES
#define TRIES 2
#endif

extern void __VERIFIER_assume(int condition);

int wants[2];
int turn;
int inside;

static int enter(int me)
{
#ifdef BROKEN
    if (wants[1 - me]) {
        return 0;
    }
    wants[me] = 1;
    return 1;
#else
    wants[me] = 1;
    for (int n = 0; n < TRIES; n++) {
        if (!wants[1 - me]) {
            return 1;
        }
        if (turn != me) {
            wants[me] = 0;
            __VERIFIER_assume(turn == me);
            wants[me] = 1;
        }
    }
    wants[me] = 0;
    return 0;
#endif
}

static void *work(void *argument)
{
    int me = (int)(intptr_t)argument;
    if (enter(me)) {
        inside = me;
        assert(inside == me);
        turn = 1 - me;
        wants[me] = 0;
    }
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work, (void *)0);
    pthread_create(&second, NULL, work, (void *)1);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
