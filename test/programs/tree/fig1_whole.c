/*
 * Fig. 1 of "Verifying Multi-threaded Software using SMT-based Context-Bounded Model Checking" with the test and what
 * follows from it in one step in both threads: whoever comes last finds 2 and takes one away.
 *
 * Interleavings: two steps each: C(4,2) = 6, in enumerate, se and lazy without a bound. All of them write x, or may,
 * so dpor takes up to 6 as well.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

atomic_int x;

void *t1(void *argument)
{
    x++;
    __VERIFIER_atomic_begin();
    if (x > 1) {
        x--;
    }
    __VERIFIER_atomic_end();
    return argument;
}

void *t2(void *argument)
{
    x++;
    __VERIFIER_atomic_begin();
    bool y = x > 1;
    if (y) {
        x--;
    }
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t id1, id2;
    pthread_create(&id1, NULL, t1, NULL);
    pthread_create(&id2, NULL, t2, NULL);
    pthread_join(id1, NULL);
    pthread_join(id2, NULL);
    assert(x == 1);
    return 0;
}
