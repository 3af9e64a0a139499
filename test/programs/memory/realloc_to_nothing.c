/* realloc to no bytes frees the block and returns NULL: it need not be freed again, and the other thread may come late. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *block;

void *shrink(void *argument)
{
    int *rest = realloc(block, 0);
    assert(!rest);
    free(rest);
    return argument;
}

int main(void)
{
    pthread_t worker;
    block = calloc(1, sizeof *block);
    pthread_create(&worker, NULL, shrink, NULL);
    *block = 1;
    pthread_join(worker, NULL);
    return 0;
}
