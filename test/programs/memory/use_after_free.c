/* One thread frees the block while the other one still uses it. */
#include <pthread.h>
#include <stdlib.h>

int *block;

void *release(void *argument)
{
    free(block);
    return argument;
}

int main(void)
{
    pthread_t worker;
    block = calloc(1, sizeof *block);
    pthread_create(&worker, NULL, release, NULL);
    *block = 1;
    pthread_join(worker, NULL);
    return 0;
}
