/* Any number of threads raise the maximum by compare-exchange: it never sinks, so it is at least what a thread has just
   made it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int maximum;

static void *offer(void *unused)
{
    int mine = __VERIFIER_nondet_int();
    int seen = atomic_load(&maximum);
    while (seen < mine && !atomic_compare_exchange_strong(&maximum, &seen, mine))
        ;
    assert(atomic_load(&maximum) >= mine);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t bidder;
        pthread_create(&bidder, 0, offer, 0);
        pthread_detach(bidder);
    }
}
