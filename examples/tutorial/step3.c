// step1.c, repaired: a deposit takes a lock. doc/tutorial.md, step 3.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *deposit(void *unused)
{
    pthread_mutex_lock(&lock);
    balance = balance + 10;
    pthread_mutex_unlock(&lock);
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
