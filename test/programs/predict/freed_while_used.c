/* The block is freed without waiting for the thread that reads it. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

int *block;
int seen;

void *reader(void *argument)
{
    seen = *block;
    return argument;
}

void *cleaner(void *argument)
{
    free(block);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    block = malloc(sizeof(int));
    *block = 5;
    pthread_create(&first, NULL, reader, NULL);
    pthread_create(&second, NULL, cleaner, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
