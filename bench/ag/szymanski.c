/*
 * Szymanski's mutual exclusion for two threads. A thread's flag says how far it is: 0 outside, 1 wants in, 2 waits for
 * the other, 3 in the waiting room, 4 the door is closed. Instead of waiting a thread is assumed to look when it may
 * go on.
 *
 * With -DBROKEN the second thread does not wait for the first behind the closed door.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_assume(int condition);

int flags[2];
int inside;

static void go_through_room(int me)
{
    int other = 1 - me;
    flags[me] = 1;
    __VERIFIER_assume(flags[other] < 3);
    flags[me] = 3;
    if (flags[other] == 1) {
        flags[me] = 2;
        __VERIFIER_assume(flags[other] == 4);
    }
    flags[me] = 4;
}

static void *work_first(void *argument)
{
    go_through_room(0);
    inside = 0;
    assert(inside == 0);
    int other = flags[1];
    __VERIFIER_assume(other < 2 || other == 4);
    flags[0] = 0;
    return argument;
}

static void *work_second(void *argument)
{
    go_through_room(1);
#ifndef BROKEN
    __VERIFIER_assume(flags[0] < 2);
#endif
    inside = 1;
    assert(inside == 1);
    flags[1] = 0;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work_first, NULL);
    pthread_create(&second, NULL, work_second, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
