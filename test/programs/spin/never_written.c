/* Nobody writes what the two threads wait for, and the loop before the second wait is none. */
#include <pthread.h>
#include <stddef.h>

int flags[3], other;

void *first(void *argument)
{
    while (other == 0 && !flags[0])
        ;
    return argument;
}

void *second(void *argument)
{
    for (int i = 0; i < 2; i++)
        ;
    while (!flags[0])
        ;
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    return 0;
}
