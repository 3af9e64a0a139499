/*
 * Fig. 4 of "Assertion Guided Symbolic Execution of Multithreaded Programs": x and y begin with any values; two
 * threads add one to x, branch on what was there, and do the same with y. The branches are local.
 *
 * se: C(4,2) = 6 orders of the four additions. For each variable there are 3 outcomes, because not both threads can
 * have found 0: 6 * 9 = 54 runs. dpor: the additions to x and those to y commute, which leaves 2 * 2 orders: 36 runs
 * (the paper has 34). ag: 18 runs at most with --no-dpor, since there are 9 pairs of places where a thread can be
 * switched and 12 where one branches, with 36 steps between them, and every step to a place already summarised ends a
 * run: 36 - 20 + 1 = 17. With both reductions 13 runs at most, as in the paper.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

atomic_int x, y;

void *add_to_both(void *argument)
{
    int outcome = 0;
    int before = atomic_fetch_add(&x, 1);
    if (before == 0) {
        outcome += 1;
    } else {
        outcome += 2;
    }
    before = atomic_fetch_add(&y, 1);
    if (before == 0) {
        outcome += 1;
    } else {
        outcome += 2;
    }
    assert(outcome >= 2);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    atomic_init(&x, __VERIFIER_nondet_int());
    atomic_init(&y, __VERIFIER_nondet_int());
    pthread_create(&first, NULL, add_to_both, NULL);
    pthread_create(&second, NULL, add_to_both, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
