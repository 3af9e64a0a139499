/* The thread works on a local of the function that started it, which does not wait. */
#include <pthread.h>
#include <stddef.h>

pthread_t worker;

void *work(void *argument)
{
    int *number = argument;
    *number = 1;
    return NULL;
}

void start(void)
{
    int number = 0;
    pthread_create(&worker, NULL, work, &number);
}

int main(void)
{
    start();
    pthread_join(worker, NULL);
    return 0;
}
