/* Signed addition beyond INT_MAX, in the order in which the other thread has already added. */
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

int total = INT_MAX - 1;

void *add_one(void *argument)
{
    total = total + 1;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, add_one, NULL);
    pthread_create(&second, NULL, add_one, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
