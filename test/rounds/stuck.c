/* After its rounds a thread waits for a flag that nobody sets. */
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

atomic_int set, rounds;

static void *waiter(void *unused)
{
    while (atomic_fetch_sub(&rounds, 1) > 0)
        ;
    while (!atomic_load(&set))
        ;
    return unused;
}

int main(void)
{
    pthread_t thread;
    atomic_store(&rounds, __VERIFIER_nondet_int());
    pthread_create(&thread, 0, waiter, 0);
    pthread_join(thread, 0);
    return 0;
}
