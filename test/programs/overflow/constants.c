/* A sum of two constants does not fit: the compiler knows its value, but the thread must not compute it. */
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

int turn, limit;

void *work(void *argument)
{
    if (turn)
        limit = INT_MAX + 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    turn = 1;
    pthread_join(worker, NULL);
    return (int)sizeof(INT_MAX + 1) - 4;
}
