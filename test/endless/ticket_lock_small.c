/* A ticket lock with two numbers only: of three visitors the first and the third have the same one, and both are
   served at once. It takes three threads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, now_serving;
static atomic_int inside;

static void *visit(void *unused)
{
    unsigned mine = atomic_fetch_add(&next_ticket, 1) % 2;
    while (atomic_load(&now_serving) % 2 != mine)
        ;
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_fetch_add(&now_serving, 1);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t visitor;
        pthread_create(&visitor, 0, visit, 0);
    }
}
