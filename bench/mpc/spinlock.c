/*
 * A lock that is one word, taken by compare-and-swap. T threads make as many attempts to take and release it as the
 * input says, K at most; an attempt that finds the lock taken is given up.
 *
 * With -DBROKEN an attempt looks at the lock and then writes it, and two threads may get in.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef T
#define T 2
#endif
#ifndef K
#define K 2
#endif

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

atomic_int taken;
int rounds;
int inside;

static int try_lock(void)
{
#ifdef BROKEN
    if (atomic_load(&taken)) {
        return 0;
    }
    atomic_store(&taken, 1);
    return 1;
#else
    int expected = 0;
    return atomic_compare_exchange_strong(&taken, &expected, 1);
#endif
}

static void *work(void *argument)
{
    int me = (int)(intptr_t)argument;
    int attempts = rounds;
    for (int n = 0; n < attempts; n++) {
        if (try_lock()) {
            inside = me;
            assert(inside == me);
            atomic_store(&taken, 0);
        }
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[T];
    rounds = __VERIFIER_nondet_int();
    __VERIFIER_assume(rounds <= K);
    for (int n = 0; n < T; n++) {
        pthread_create(&threads[n], NULL, work, (void *)(intptr_t)n);
    }
    for (int n = 0; n < T; n++) {
        pthread_join(threads[n], NULL);
    }
    return 0;
}
