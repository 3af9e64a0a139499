/*
 * Dekker's mutual exclusion for two threads. Each enters once, if it succeeds within the number of attempts that the
 * input allows; P is the most that both can make together. Every look at the other's wish and, after backing off, at
 * the turn is an attempt.
 *
 * With -DBROKEN a thread looks before it announces its own wish, and both may get in.
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

#ifdef BROKEN
static int enter(int me, int limit)
{
    for (int attempt = 0; attempt < limit; attempt++) {
        if (!wants[1 - me]) {
            wants[me] = 1;
            return 1;
        }
    }
    return 0;
}
#else
static int enter(int me, int limit)
{
    wants[me] = 1;
    for (int attempt = 0; attempt < limit; attempt++) {
        if (!wants[1 - me]) {
            return 1;
        }
        if (turn != me) {
            wants[me] = 0;
            while (turn != me) {
                attempt++;
                if (attempt >= limit) {
                    return 0;
                }
            }
            wants[me] = 1;
        }
    }
    wants[me] = 0;
    return 0;
}
#endif

static void leave(int me)
{
    turn = 1 - me;
    wants[me] = 0;
}

static void *work(void *argument)
{
    int me = (int)(intptr_t)argument;
    if (enter(me, attempts)) {
        inside = me;
        assert(inside == me);
        leave(me);
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
