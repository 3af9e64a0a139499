/* The sum overflows in the order in which the other thread has added first; nobody uses it. */
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

int total = INT_MAX - 1;

void *add_one(void *argument)
{
    total = INT_MAX;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, add_one, NULL);
    int next = total;
    next++;
    pthread_join(worker, NULL);
    return 0;
}
