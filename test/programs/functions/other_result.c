/* A result is used of a function that has none. */
#include <pthread.h>
#include <stddef.h>

int told;

void tell(void)
{
    told = 1;
}

void *work(void *argument)
{
    int (*ask)(void) = (int (*)(void))tell;
    return ask() ? argument : NULL;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    return 0;
}
