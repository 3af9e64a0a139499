/* INT_MIN / -1 does not fit an int; the two operands come from two threads. */
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

int number = 10;
int divisor = 5;

void *change_number(void *argument)
{
    number = INT_MIN;
    return argument;
}

void *change_divisor(void *argument)
{
    divisor = -1;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, change_number, NULL);
    pthread_create(&second, NULL, change_divisor, NULL);
    int quotient = number / divisor;
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return quotient == 0;
}
