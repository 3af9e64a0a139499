// Two transfers in opposite directions, each account with a lock of its own. doc/tutorial.md, step 4.
// With -DORDERED both transfers take the locks in the same order.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

typedef struct Account {
    pthread_mutex_t lock;
    int balance;
} Account;

static Account alice = {PTHREAD_MUTEX_INITIALIZER, 100};
static Account bob = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(Account *from, Account *to, int amount)
{
    Account *first = from, *second = to;
#ifdef ORDERED
    if ((uintptr_t)to < (uintptr_t)from) {
        first = to;
        second = from;
    }
#endif
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *pay_bob(void *unused)
{
    transfer(&alice, &bob, 30);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, pay_bob, NULL);
    transfer(&bob, &alice, 50);
    pthread_join(thread, NULL);
    assert(alice.balance + bob.balance == 200);
    return 0;
}
