/* The maximum is compared and written in two steps: a smaller offer overwrites a larger one that came in between. It
   takes two different inputs. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int maximum;

static void *offer(void *unused)
{
    int mine = __VERIFIER_nondet_int();
    if (atomic_load(&maximum) < mine)
        atomic_store(&maximum, mine);
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
