/* Branches that no assertion depends on have the same conditions as others on which one does. */
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

int noted;

static void *worker(void *unused)
{
    _Bool late = __VERIFIER_nondet_bool(), early = __VERIFIER_nondet_bool();
    if (late)
        noted++;
    if (early)
        noted--;
    assert(late || !early);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
