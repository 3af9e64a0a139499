/* A sum of two constants does not fit, but no thread comes to compute it. */
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
    limit = 1;
    pthread_join(worker, NULL);
    return (int)sizeof(INT_MAX + 1) - 4;
}
