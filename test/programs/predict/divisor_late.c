/* The divisor is zero until the first thread has set it. */
#include <pthread.h>
#include <stddef.h>

int divisor;
int quotient;

void *setter(void *argument)
{
    divisor = 4;
    return argument;
}

void *user(void *argument)
{
    quotient = 100 / divisor;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, setter, NULL);
    pthread_create(&second, NULL, user, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
