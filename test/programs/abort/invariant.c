/* An invariant is checked by hand, and the process aborted where it does not hold: the two withdrawals race. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

int balance = 10;

void *withdraw(void *argument)
{
    if (balance >= 10) {
        balance -= 10;
    }
    if (balance < 0) {
        abort();
    }
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
