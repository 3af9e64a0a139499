/* A shift by the width of the type is undefined; the counter reaches it in one order only. */
#include <pthread.h>
#include <stddef.h>

unsigned bits = 31;
unsigned mask;

void *next(void *argument)
{
    bits = bits + 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, next, NULL);
    mask = 1u << bits;
    pthread_join(worker, NULL);
    return 0;
}
