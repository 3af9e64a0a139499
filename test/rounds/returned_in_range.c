/* Whatever the taker returns, it is what was put. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
atomic_int token;
static void *take(void *unused)
{
    (void)unused;
    return (void *)(long)atomic_exchange(&token, 0);
}
static void *put(void *unused)
{
    do
        atomic_store(&token, 1);
    while (__VERIFIER_nondet_int());
    return unused;
}
int main(void)
{
    pthread_t taker, putter;
    void *taken;
    pthread_create(&taker, 0, take, 0);
    pthread_create(&putter, 0, put, 0);
    pthread_join(putter, 0);
    pthread_join(taker, &taken);
    assert((unsigned long)taken <= 1);
}
