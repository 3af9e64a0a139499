/*
 * An account: one thread deposits, one withdraws, both under the lock and saying so, and the third expects the right
 * balance when it finds the withdrawal done. The deposit may be missing then. All amounts are inputs.
 *
 * With -DFIXED the third waits for both.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int balance, start, in, out;
bool deposited, withdrawn;

static int choose_amount(void)
{
    int amount = __VERIFIER_nondet_int();
    __VERIFIER_assume(amount >= 0 && amount <= 1000);
    return amount;
}

static void *deposit(void *argument)
{
    pthread_mutex_lock(&lock);
    balance += in;
    deposited = true;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *withdraw(void *argument)
{
    pthread_mutex_lock(&lock);
    balance -= out;
    withdrawn = true;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *check(void *argument)
{
    pthread_mutex_lock(&lock);
#ifdef FIXED
    bool complete = deposited && withdrawn;
#else
    bool complete = withdrawn;
#endif
    if (complete) {
        assert(balance == start + in - out);
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    start = choose_amount();
    in = choose_amount();
    out = choose_amount();
    balance = start;
    pthread_create(&threads[0], NULL, deposit, NULL);
    pthread_create(&threads[1], NULL, withdraw, NULL);
    pthread_create(&threads[2], NULL, check, NULL);
    for (int n = 0; n < 3; n++) {
        pthread_join(threads[n], NULL);
    }
    return 0;
}
