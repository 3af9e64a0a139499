/* Check and withdrawal in one critical section. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

struct account account = {PTHREAD_MUTEX_INITIALIZER, 100};

int account_withdraw(struct account *from, int amount)
{
    int done = 0;
    pthread_mutex_lock(&from->lock);
    if (from->balance >= amount) {
        from->balance -= amount;
        done = 1;
    }
    pthread_mutex_unlock(&from->lock);
    return done;
}

void *shop(void *argument)
{
    return account_withdraw(argument, 80) ? argument : NULL;
}

int main(void)
{
    pthread_t first, second;
    void *one, *two;
    pthread_create(&first, NULL, shop, &account);
    pthread_create(&second, NULL, shop, &account);
    pthread_join(first, &one);
    pthread_join(second, &two);
    assert(account.balance == 20);
    assert((one == NULL) != (two == NULL));
    return 0;
}
