/* The array in a structure that a call returns is used before the end of the expression, by two threads, in every round. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct range {
    int from[6];
};

struct range make(int from)
{
    struct range range = {{from, from + 1}};
    return range;
}

int sum(const int *from)
{
    return from[0] + from[1];
}

int first(int *from)
{
    int *kept = from;
    return *kept;
}

void *work(void *argument)
{
    int all = 0;
    for (int i = 0; i < 2; i++)
        all += sum(make(i).from) + (first(make(2).from) == 2 ? sum(make(1).from) : 0);
    assert(all == 10);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    work(NULL);
    pthread_join(worker, NULL);
    return 0;
}
