/* A spin lock by compare-exchange, for any number of threads that take it again and again: whoever has changed `taken`
   from 0 to 1 is alone until it writes 0. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int inside;

static void acquire(void)
{
    int expected;
    do {
        expected = 0;
    } while (!atomic_compare_exchange_strong(&taken, &expected, 1));
}

static void release(void)
{
    atomic_store(&taken, 0);
}

static void *work(void *unused)
{
    for (;;) {
        acquire();
        inside++;
        assert(inside == 1);
        inside--;
        release();
    }
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t worker;
        pthread_create(&worker, 0, work, 0);
    }
}
