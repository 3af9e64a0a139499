/* Read and write are under the lock, but not in one section: the other thread fits in between. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int balance = 10;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *deposit(void *argument)
{
    pthread_mutex_lock(&lock);
    int old = balance;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    balance = old + 5;
    pthread_mutex_unlock(&lock);
    return argument;
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
