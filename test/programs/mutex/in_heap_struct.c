/* An account with its own lock on the heap; two threads pay in. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

struct account *account_open(int balance)
{
    struct account *account = malloc(sizeof *account);
    pthread_mutex_init(&account->lock, NULL);
    account->balance = balance;
    return account;
}

void account_close(struct account *account)
{
    pthread_mutex_destroy(&account->lock);
    free(account);
}

void *pay_in(void *argument)
{
    struct account *account = argument;
    pthread_mutex_lock(&account->lock);
    account->balance += 5;
    pthread_mutex_unlock(&account->lock);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    struct account *account = account_open(10);
    pthread_create(&first, NULL, pay_in, account);
    pthread_create(&second, NULL, pay_in, account);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(account->balance == 20);
    account_close(account);
    return 0;
}
