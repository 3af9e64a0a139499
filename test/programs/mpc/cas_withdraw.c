/* A withdrawal is made if the balance it looked at is still the balance; it is never overdrawn. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

atomic_int balance = 10;

void *withdraw(void *argument)
{
    int amount = __VERIFIER_nondet_int();
    __VERIFIER_assume((amount > 0) & (amount <= 8));
    int seen = atomic_load(&balance);
    if (seen >= amount) {
        atomic_compare_exchange_strong(&balance, &seen, seen - amount);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, withdraw, NULL);
    pthread_create(&threads[1], NULL, withdraw, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(balance >= 0);
    return 0;
}
