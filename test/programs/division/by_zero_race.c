/* The divisor is checked, and becomes zero before it is used. */
#include <pthread.h>
#include <stddef.h>

int parts = 2;
int share;

void *reset(void *argument)
{
    parts = 0;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, reset, NULL);
    if (parts != 0) {
        share = 100 / parts;
    }
    pthread_join(worker, NULL);
    return 0;
}
