/* A spin lock that looks and then writes: two threads see it free, and both are inside. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static atomic_int inside;

static void acquire(void)
{
    while (atomic_load(&taken))
        ;
    atomic_store(&taken, 1);
}

static void release(void)
{
    atomic_store(&taken, 0);
}

static void *work(void *unused)
{
    acquire();
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    release();
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t worker;
        pthread_create(&worker, 0, work, 0);
    }
}
