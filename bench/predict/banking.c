/*
 * Banking, after the example of Farchi, Nir and Ur in the C form that "Symbolic Predictive Analysis for Concurrent
 * Programs" (section 7) describes: THREADS clerks transfer money between ACCOUNTS accounts, TRANSFERS each, and in
 * the end every balance must be what the orders say. Each account has a lock of its own.
 *
 * A withdrawal and a deposit are each one section under the lock of the account. With -DSPLIT a deposit reads the
 * balance in one section and writes it in the next, as if the lock protected the variable and not the update: the
 * atomicity violation. Run one after the other the clerks get everything right in either case.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef ACCOUNTS
#define ACCOUNTS 97
#endif
#ifndef TRANSFERS
#define TRANSFERS 30
#endif

struct account {
    pthread_mutex_t lock;
    int balance;
};

struct account accounts[ACCOUNTS];

/*
 * The nth order of a clerk. All orders together go round the accounts, so each account sees as many clerks as the
 * others, and none of them twice.
 */
static struct account *get_source(int clerk, int n)
{
    return &accounts[(clerk * TRANSFERS + n) * 2 % ACCOUNTS];
}

static struct account *get_target(int clerk, int n)
{
    return &accounts[((clerk * TRANSFERS + n) * 2 + 1) % ACCOUNTS];
}

static int get_amount(int clerk, int n)
{
    return 1 + (clerk + n) % 7;
}

static void withdraw(struct account *account, int amount)
{
    pthread_mutex_lock(&account->lock);
    account->balance = account->balance - amount;
    pthread_mutex_unlock(&account->lock);
}

static void deposit(struct account *account, int amount)
{
    pthread_mutex_lock(&account->lock);
    int balance = account->balance;
#ifdef SPLIT
    pthread_mutex_unlock(&account->lock);
    pthread_mutex_lock(&account->lock);
#endif
    account->balance = balance + amount;
    pthread_mutex_unlock(&account->lock);
}

static void *work(void *argument)
{
    int clerk = (int)(intptr_t)argument;
    for (int n = 0; n < TRANSFERS; n++) {
        withdraw(get_source(clerk, n), get_amount(clerk, n));
        deposit(get_target(clerk, n), get_amount(clerk, n));
    }
    return NULL;
}

int main(void)
{
    pthread_t clerks[THREADS];
    int expected[ACCOUNTS];
    for (int i = 0; i < ACCOUNTS; i++) {
        pthread_mutex_init(&accounts[i].lock, NULL);
        accounts[i].balance = expected[i] = 100;
    }
    for (int i = 0; i < THREADS; i++) {
        for (int n = 0; n < TRANSFERS; n++) {
            expected[get_source(i, n) - accounts] -= get_amount(i, n);
            expected[get_target(i, n) - accounts] += get_amount(i, n);
        }
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&clerks[i], NULL, work, (void *)(intptr_t)i);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(clerks[i], NULL);
    }
    for (int i = 0; i < ACCOUNTS; i++) {
        assert(accounts[i].balance == expected[i]);
    }
    return 0;
}
