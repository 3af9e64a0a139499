/* A lock that anybody may open: threads without end write 0 although they did not take it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int taken;
static atomic_int inside;

static void *work(void *unused)
{
    if (__VERIFIER_nondet_int()) {
        taken = 0;
        return unused;
    }
    while (atomic_exchange(&taken, 1))
        ;
    int before = inside++;
    assert(before == 0);
    inside--;
    taken = 0;
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t worker;
        pthread_create(&worker, 0, work, 0);
    }
}
