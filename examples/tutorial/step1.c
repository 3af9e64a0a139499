// Two customers pay 10 into the same account. doc/tutorial.md, step 1.
#include <assert.h>
#include <pthread.h>

static int balance;

static void *deposit(void *unused)
{
    balance = balance + 10;
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, deposit, NULL);
    pthread_create(&second, NULL, deposit, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(balance == 20);
    return 0;
}
