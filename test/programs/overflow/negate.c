/* -INT_MIN is not an int. */
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

int balance = -5;

void *crash(void *argument)
{
    balance = INT_MIN;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, crash, NULL);
    int debt = -balance;
    pthread_join(worker, NULL);
    return debt == 0;
}
