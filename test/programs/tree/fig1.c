/*
 * Fig. 1 of "Verifying Multi-threaded Software using SMT-based Context-Bounded Model Checking": two threads add one
 * and take it away again if the other has been there. Each of them does it right; but in the second another thread can
 * come between the test and what follows from it, and then both take one away. In the paper a statement is one step,
 * and so is a test with what depends on it.
 *
 * Interleavings of A: x++, B: if (x > 1) x-- with C: x++, D: y = x > 1, E: x--, which is there only if y is set:
 * ABCDE, ACBD, ACDBE, ACDEB, CABD, CADBE, CADEB, CDAB. That is 8, of which ACDBE, the third, and CADBE fail: the nodes
 * 10 and 18 of the paper's Fig. 2. lazy without a bound has the same 8, with --all 2 of them failed.
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
    bool y = x > 1;
    if (y) {
        x--;
    }
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
