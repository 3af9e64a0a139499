/* One thread gives as often as one input says, the other takes as often as the other does: the balance is the
   difference, whatever the inputs. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

int gifts, thefts, balance;

static void *give(void *unused)
{
    for (int i = 0; i < gifts; i++) {
        __VERIFIER_atomic_begin();
        balance++;
        __VERIFIER_atomic_end();
    }
    return unused;
}

static void *take(void *unused)
{
    for (int i = 0; i < thefts; i++) {
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(balance > 0);
        balance--;
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void)
{
    pthread_t giver, taker;
    gifts = __VERIFIER_nondet_int();
    thefts = __VERIFIER_nondet_int();
    __VERIFIER_assume(gifts >= 0 && thefts >= 0);
    pthread_create(&giver, 0, give, 0);
    pthread_create(&taker, 0, take, 0);
    pthread_join(giver, 0);
    pthread_join(taker, 0);
    assert(balance == gifts - thefts);
    return 0;
}
