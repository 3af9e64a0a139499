/* K&R definitions, a thread function that returns an int as a pointer. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int balance = 10;

int transfer(amount, times)
    int amount;
    int times;
{
    int i;
    pthread_mutex_lock(&lock);
    for (i = 0; i < times; i++)
        balance += amount;
    pthread_mutex_unlock(&lock);
    return balance > 0;
}

void *deposit(argument)
    void *argument;
{
    return transfer(5, 2);
}

int main(argc, argv)
    int argc;
    char **argv;
{
    pthread_t a, b;
    pthread_create(&a, 0, deposit, 0);
    pthread_create(&b, 0, deposit, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(balance == 30);
    return 0;
}
