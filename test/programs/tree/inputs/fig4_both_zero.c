/*
 * Fig. 4 of "Assertion Guided Symbolic Execution of Multithreaded Programs" with an assertion that fails when one
 * thread finds 0 in both variables. That takes one of four inputs (each of x and y 0 or -1) and an order for it.
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
    assert(outcome > 2);
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
