/* What no assertion depends on branches on a value, and one depends on the value itself. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

atomic_int state = 1;
int noted;

static void *worker(void *unused)
{
    (void)unused;
    int expected = __VERIFIER_nondet_bool();
    /* Compiled to a branch that keeps what was found in `expected`, which nobody looks at. */
    long exchanged = atomic_compare_exchange_strong(&state, &expected, 1);
    noted = 1;
    return (void *)exchanged;
}

static void *other(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t first, second;
    void *exchanged;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, other, 0);
    pthread_join(first, &exchanged);
    pthread_join(second, 0);
    assert((long)exchanged + state != 1);
    return 0;
}
