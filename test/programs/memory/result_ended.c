/* The worker is given the array in a structure that a call returns. That lives until the end of the expression. */
#include <pthread.h>
#include <stddef.h>

struct range {
    int from[2];
};

struct range make(int from)
{
    struct range range = {{from, from + 1}};
    return range;
}

void *work(void *argument)
{
    int *from = argument;
    return from[0] == 1 ? NULL : argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, make(1).from);
    pthread_join(worker, NULL);
    return 0;
}
