/* A row of a table is left at its end, into the next row. */
#include <pthread.h>
#include <stddef.h>

int table[2][4];
int column = 3;

void *work(void *argument)
{
    table[0][column] = 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    column = 4;
    pthread_join(worker, NULL);
    return 0;
}
