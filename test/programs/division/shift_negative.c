/* A right shift by a negative amount. */
#include <pthread.h>
#include <stddef.h>

int amount;

void *lower(void *argument)
{
    amount = amount - 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, lower, NULL);
    int value = 64 >> amount;
    pthread_join(worker, NULL);
    return value == 0;
}
