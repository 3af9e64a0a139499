/* Peterson's lock around an account, for ever: what one thread does to it in two steps the other never sees half
   done. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int owed, owned;

static void enter(int me)
{
    atomic_store(&wants[me], 1);
    atomic_store(&turn, 1 - me);
    while (atomic_load(&wants[1 - me]) && atomic_load(&turn) == 1 - me)
        ;
}

static void leave(int me)
{
    atomic_store(&wants[me], 0);
}

static void *lend(void *unused)
{
    for (;;) {
        enter(0);
        assert(owed == owned);
        owed = 1;
        owned = 1;
        leave(0);
    }
    return unused;
}

static void *pay(void *unused)
{
    for (;;) {
        enter(1);
        assert(owed == owned);
        owed = 0;
        owned = 0;
        leave(1);
    }
    return unused;
}

int main(void)
{
    pthread_t lender, payer;
    pthread_create(&lender, 0, lend, 0);
    pthread_create(&payer, 0, pay, 0);
    pthread_join(lender, 0);
    pthread_join(payer, 0);
    return 0;
}
