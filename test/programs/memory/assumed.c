/* What the program tells the compiler to take for granted is not so in every interleaving. */
#include <pthread.h>
#include <stddef.h>

int value = 1;

void *work(void *argument)
{
    __builtin_assume(value > 0);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    value = 0;
    pthread_join(worker, NULL);
    return 0;
}
