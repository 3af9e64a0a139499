/* realloc to no bytes frees the block, and there is no other one: nothing is left, although nobody keeps the result. */
#include <pthread.h>
#include <stdlib.h>

static void *shrink(void *argument)
{
    return realloc(argument, 0);
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, shrink, malloc(4));
    pthread_join(worker, NULL);
    return 0;
}
