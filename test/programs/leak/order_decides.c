/* Only the last write of the shared variable decides whether the block is lost; nobody reads it. */
#include <pthread.h>
#include <stdlib.h>

int *latest;

void *publish(void *argument)
{
    latest = malloc(sizeof *latest);
    return argument;
}

void *withdraw(void *argument)
{
    latest = NULL;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, withdraw, NULL);
    pthread_create(&second, NULL, publish, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
