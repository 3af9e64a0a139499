/* Pointers to functions are converted to another type and back, a result is not taken, and functions declared without
   parameters are called with what they have. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int calls;

int count(void *argument)
{
    calls++;
    return argument != NULL;
}

double half(number) double number;
{
    return number / 2;
}

void (*stored)(void) = (void (*)(void))count;

void *work()
{
    int (*again)(void *) = (int (*)(void *))stored;
    double (*old)() = half;
    again(NULL);
    ((void (*)(void *))count)(NULL);
    assert(calls == 2 && old(5.0) == 2.5);
    return NULL;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    return 0;
}
