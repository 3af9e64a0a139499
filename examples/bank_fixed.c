// The bank of bank.c, repaired: a deposit takes the lock too.
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
    pthread_mutex_lock(&lock);
    *account += amount;
    pthread_mutex_unlock(&lock);
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
