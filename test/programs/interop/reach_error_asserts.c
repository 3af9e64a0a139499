/* The usual SV-COMP prologue: reach_error fails an assertion, __VERIFIER_assert calls reach_error. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern void abort(void);
void reach_error() { assert(0); }
void __VERIFIER_assert(int cond)
{
    if (!(cond)) {
        reach_error();
        abort();
    }
    return;
}

int x;

void *worker(void *arg)
{
    (void)arg;
    x = x + 1;
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    __VERIFIER_assert(x == 2);
    return 0;
}
