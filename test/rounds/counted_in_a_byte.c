/* Threads without end count themselves in and out, in one byte: while 256 of them are in it holds 0. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned char in;

static void *visit(void *unused)
{
    atomic_fetch_add(&in, 1);
    assert(in > 0);
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
