/* realloc ends the life of the old block; the other thread's pointer into it is dangling. */
#include <pthread.h>
#include <stdlib.h>

int *block;

void *grow(void *argument)
{
    block = realloc(block, 4096 * sizeof *block);
    return argument;
}

int main(void)
{
    pthread_t worker;
    block = calloc(1, sizeof *block);
    int *first = block;
    pthread_create(&worker, NULL, grow, NULL);
    *first = 1;
    pthread_join(worker, NULL);
    free(block);
    return 0;
}
