/* A block becomes known to others by the second address that is written into a table, before there are others. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *table[2], number;

static void *write_there(void *argument)
{
    *table[1] = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    table[0] = &number;
    table[1] = malloc(sizeof *table[1]);
    pthread_create(&thread, NULL, write_there, NULL);
    pthread_join(thread, NULL);
    assert(number == 1);
    return 0;
}
