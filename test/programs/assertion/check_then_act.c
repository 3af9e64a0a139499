/* Both threads find enough money and both withdraw it. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

struct account account = {PTHREAD_MUTEX_INITIALIZER, 100};

int account_balance(struct account *of)
{
    pthread_mutex_lock(&of->lock);
    int balance = of->balance;
    pthread_mutex_unlock(&of->lock);
    return balance;
}

void account_withdraw(struct account *from, int amount)
{
    pthread_mutex_lock(&from->lock);
    from->balance -= amount;
    pthread_mutex_unlock(&from->lock);
}

void *shop(void *argument)
{
    if (account_balance(argument) >= 80) {
        account_withdraw(argument, 80);
    }
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, shop, &account);
    pthread_create(&second, NULL, shop, &account);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(account.balance >= 0);
    return 0;
}
