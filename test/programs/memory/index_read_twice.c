/* What was compared with the bound has been changed by another thread when it is used. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int table[2][4];
atomic_int column = 3;

void *work(void *argument)
{
    if (column >= 0 && column < 4)
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
