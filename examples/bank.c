// Two transfers between two accounts at the same time. Money can appear or disappear: withdraw() takes the lock, but
// deposit() was thought to be "only an addition" and does not. An addition is a read and a write, and a withdrawal that
// happens between the two is lost.
//
//     raddle examples/bank.c          shows an interleaving after which the sum is wrong
//     raddle examples/bank_fixed.c    proves that the fixed program has none
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int savings = 100;
static int checking = 100;

static void withdraw(int *account, int amount)
{
    pthread_mutex_lock(&lock);
    *account -= amount;
    pthread_mutex_unlock(&lock);
}

static void deposit(int *account, int amount)
{
    *account += amount;
}

static void *pay_rent(void *unused)
{
    withdraw(&checking, 30);
    deposit(&savings, 30);
    return unused;
}

int main(void)
{
    pthread_t tenant;
    pthread_create(&tenant, NULL, pay_rent, NULL);
    withdraw(&savings, 50);
    deposit(&checking, 50);
    pthread_join(tenant, NULL);
    assert(savings + checking == 200);
    return 0;
}
