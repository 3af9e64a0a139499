/* The cursor has been moved by the other thread; what is freed is no longer the start of the block. */
#include <pthread.h>
#include <stdlib.h>

char *cursor;

void *advance(void *argument)
{
    cursor = cursor + 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    cursor = malloc(4);
    pthread_create(&worker, NULL, advance, NULL);
    char *block = cursor;
    pthread_join(worker, NULL);
    free(block);
    return 0;
}
