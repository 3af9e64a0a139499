/* Threads without end count themselves out before they count themselves in again: one may find that nobody is in, or
   less than nobody. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint in = 2;

static void *visit(void *unused)
{
    atomic_fetch_sub(&in, 1);
    assert(in < 3);
    atomic_fetch_add(&in, 1);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t visitor;
        pthread_create(&visitor, 0, visit, 0);
    }
}
