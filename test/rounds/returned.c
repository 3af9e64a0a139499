/* What the taker returns depends on who comes first, though all end at the same places either way. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int token;
static void *take(void *unused)
{
    (void)unused;
    return (void *)(long)atomic_exchange(&token, 0);
}
static void *put(void *unused)
{
    atomic_exchange(&token, 1);
    return unused;
}
static void *add(void *unused)
{
    atomic_fetch_add(&token, 1);
    return unused;
}
int main(void)
{
    pthread_t taker, adder, putter;
    void *taken;
    pthread_create(&taker, 0, take, 0);
    pthread_create(&adder, 0, add, 0);
    pthread_create(&putter, 0, put, 0);
    pthread_join(adder, 0);
    pthread_join(putter, 0);
    pthread_join(taker, &taken);
    assert((long)taken != 0);
}
