/*
 * Peterson's mutual exclusion for two threads. Each enters once, if it succeeds within the number of attempts that the
 * input allows; P is the most that both can make together.
 *
 * With -DBROKEN the turn is given away before the wish is announced, and both may get in.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef P
#define P 6
#endif

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

volatile int wants[2];
volatile int turn;
int inside;
int attempts;

static int enter(int me, int limit)
{
#ifdef BROKEN
    turn = 1 - me;
    wants[me] = 1;
#else
    wants[me] = 1;
    turn = 1 - me;
#endif
    for (int attempt = 0; attempt < limit; attempt++) {
        if (!wants[1 - me] || turn == me) {
            return 1;
        }
    }
    wants[me] = 0;
    return 0;
}

static void *work(void *argument)
{
    int me = (int)(intptr_t)argument;
    if (enter(me, attempts)) {
        inside = me;
        assert(inside == me);
        wants[me] = 0;
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    attempts = __VERIFIER_nondet_int();
    __VERIFIER_assume(attempts <= P / 2);
    for (int n = 0; n < 2; n++) {
        pthread_create(&threads[n], NULL, work, (void *)(intptr_t)n);
    }
    for (int n = 0; n < 2; n++) {
        pthread_join(threads[n], NULL);
    }
    return 0;
}
