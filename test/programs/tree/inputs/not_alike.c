/* Threads that do the same, but each with an input of its own, and what they do first depends on it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

atomic_int first;

static void *work(void *argument)
{
    int nobody = 0;
    atomic_compare_exchange_strong(&first, &nobody, __VERIFIER_nondet_int() == 5 ? 2 : 1);
    return argument;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, work, 0);
    pthread_create(&other, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(first == 1);
    return 0;
}
