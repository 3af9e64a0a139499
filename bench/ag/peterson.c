/*
 * Peterson's mutual exclusion for two threads, each of which enters ROUNDS times. Instead of waiting a thread is
 * assumed to look when it may enter.
 *
 * With -DBROKEN a thread gives the turn away before it announces its wish.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef ROUNDS
#define ROUNDS 1
#endif

extern void __VERIFIER_assume(int condition);

int wants[2];
int turn;
int inside;

static void *work(void *argument)
{
    int me = (int)(intptr_t)argument;
    for (int n = 0; n < ROUNDS; n++) {
#ifdef BROKEN
        turn = 1 - me;
        wants[me] = 1;
#else
        wants[me] = 1;
        turn = 1 - me;
#endif
        __VERIFIER_assume(!wants[1 - me] || turn == me);
        inside = me;
        assert(inside == me);
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
