/* A ticket lock for any number of threads: tickets are drawn and served in the same order, and there are more numbers
   than there can be threads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_ulong next_ticket, now_serving;
static int inside;

static void *visit(void *unused)
{
    unsigned long mine = atomic_fetch_add(&next_ticket, 1);
    while (atomic_load(&now_serving) != mine)
        ;
    assert(inside == 0);
    inside = 1;
    inside = 0;
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
