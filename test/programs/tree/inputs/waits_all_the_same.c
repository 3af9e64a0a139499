/* A thread waits for a variable that others write as an input says. One of them leaves the value as it is, though with
 * another input it would not: where the input is a symbol, the wait is over, and the thread goes round once more; where
 * it has a value, nothing has changed. It waits for ever then, and that is found and executed. */
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

atomic_int flag, other;

static void *raise_flag(void *unused)
{
    int expected = __VERIFIER_nondet_bool();
    atomic_compare_exchange_strong(&flag, &expected, 3);
    return unused;
}

static void *mask_flag(void *unused)
{
    atomic_fetch_and(&flag, 2);
    atomic_store(&other, 1);
    return unused;
}

static void *wait_for_flag(void *unused)
{
    while (atomic_load(&flag) == 0)
        ;
    return unused;
}

int main(void)
{
    pthread_t raising, masking, waiting;
    pthread_create(&raising, NULL, raise_flag, NULL);
    pthread_create(&waiting, NULL, wait_for_flag, NULL);
    pthread_create(&masking, NULL, mask_flag, NULL);
    pthread_join(raising, NULL);
    pthread_join(masking, NULL);
    pthread_join(waiting, NULL);
    return 0;
}
