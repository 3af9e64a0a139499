/* Threads without end count themselves in, but now and then one counts itself out twice: then another finds nobody. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_uint in;

static void *visit(void *unused)
{
    atomic_fetch_add(&in, 1);
    assert(in > 0);
    atomic_fetch_sub(&in, 1);
    if (__VERIFIER_nondet_int() == 7)
        atomic_fetch_sub(&in, 1);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t visitor;
        pthread_create(&visitor, 0, visit, 0);
    }
}
