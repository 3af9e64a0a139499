/* A branch that no assertion depends on has the same condition as one that an assertion does depend on. */
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

int noted;

static void *worker(void *unused)
{
    _Bool late = __VERIFIER_nondet_bool();
    if (late)
        noted++;
    assert(!late);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
