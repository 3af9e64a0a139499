/* A loop that writes what it finds is a wait only while that is what was there. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int source, copy, stop;

void *copy_for_ever(void *argument)
{
    while (!stop)
        copy = source;
    return argument;
}

void *count(void *argument)
{
    source = 1;
    source = 2;
    return argument;
}

int main(void)
{
    pthread_t copier, counter;
    pthread_create(&copier, NULL, copy_for_ever, NULL);
    pthread_create(&counter, NULL, count, NULL);
    int first = copy, second = copy;
    assert(first <= second);
    exit(0);
}
