/*
 * A lock with tickets: a thread draws the next number and may enter when that number is served. Two threads enter
 * ROUNDS times each. Instead of waiting a thread is assumed to look when it is served.
 *
 * With -DBROKEN drawing is two steps.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef ROUNDS
#define ROUNDS 2
#endif

extern void __VERIFIER_assume(int condition);

atomic_int next;
atomic_int served;
int inside;

static int draw(void)
{
#ifdef BROKEN
    int number = atomic_load(&next);
    atomic_store(&next, number + 1);
    return number;
#else
    return atomic_fetch_add(&next, 1);
#endif
}

static void *work(void *argument)
{
    int me = (int)(intptr_t)argument;
    for (int n = 0; n < ROUNDS; n++) {
        int number = draw();
        __VERIFIER_assume(served == number);
        inside = me;
        assert(inside == me);
        atomic_store(&served, number + 1);
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
