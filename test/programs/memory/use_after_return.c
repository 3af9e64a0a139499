/* A thread returns the address of its own local variable. */
#include <pthread.h>
#include <stddef.h>

int *published;

void *work(void *argument)
{
    int local = 5;
    published = &local;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    return *published - 5;
}
