/* Threads without end, each of which counts itself in and out: who is in is counted, and a small lock of one byte lets
   only one of them in at a time. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint in;
static _Atomic unsigned char lock;
static int owner;

static void *visit(void *unused)
{
    atomic_fetch_add(&in, 1);
    while (atomic_exchange(&lock, 1))
        ;
    owner++;
    assert(owner == 1 && in > 0);
    owner--;
    lock = 0;
    atomic_fetch_sub(&in, 1);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t visitor;
        pthread_create(&visitor, 0, visit, 0);
        pthread_detach(visitor);
    }
}
