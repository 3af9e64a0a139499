/* Neither INT_MIN / 5 nor 10 / -1 nor the unsigned division is a problem. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

int number = 10;
unsigned divisor = 5;

void *change(void *argument)
{
    number = INT_MIN;
    divisor = UINT_MAX;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, change, NULL);
    int quotient = number / 5;
    unsigned other = 10u / divisor;
    pthread_join(worker, NULL);
    assert(quotient == 2 || quotient == INT_MIN / 5);
    assert(other == 2 || other == 0);
    return 0;
}
