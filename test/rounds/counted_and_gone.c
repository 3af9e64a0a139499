/* Threads without end count themselves in and never out, in one byte: after 256 of them it holds 0 again. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned char in;

static void *visit(void *unused)
{
    atomic_fetch_add(&in, 1);
    assert(in > 0);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t visitor;
        pthread_create(&visitor, 0, visit, 0);
    }
}
