/*
 * Lamport's fast mutual exclusion for two threads, numbered 1 and 2, which give up after TRIES tries. Instead of
 * waiting a thread is assumed to look when it may go on.
 *
 * With -DBROKEN a thread that others have overtaken does not wait until they are through.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef TRIES
#define TRIES 1
#endif

extern void __VERIFIER_assume(int condition);

int busy[3];
int x, y;
int inside;

static int enter(int me)
{
    for (int n = 0; n < TRIES; n++) {
        busy[me] = 1;
        x = me;
        if (y != 0) {
            busy[me] = 0;
            __VERIFIER_assume(y == 0);
            continue;
        }
        y = me;
        if (x == me) {
            return 1;
        }
        busy[me] = 0;
#ifndef BROKEN
        __VERIFIER_assume(!busy[3 - me]);
#endif
        if (y == me) {
            return 1;
        }
        __VERIFIER_assume(y == 0);
    }
    return 0;
}

static void *work(void *argument)
{
    int me = (int)(intptr_t)argument;
    if (enter(me)) {
        inside = me;
        assert(inside == me);
        y = 0;
        busy[me] = 0;
    }
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work, (void *)1);
    pthread_create(&second, NULL, work, (void *)2);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
