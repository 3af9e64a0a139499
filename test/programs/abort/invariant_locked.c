/* An invariant is checked by hand, and holds: the withdrawals take a lock. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int balance = 10;

void *withdraw(void *argument)
{
    pthread_mutex_lock(&lock);
    if (balance >= 10) {
        balance -= 10;
    }
    if (balance < 0) {
        abort();
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, withdraw, NULL);
    pthread_create(&second, NULL, withdraw, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
