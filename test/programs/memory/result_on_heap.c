/* The result lives on the heap and outlives its thread. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *work(void *argument)
{
    int *result = malloc(sizeof *result);
    *result = argument == NULL ? 5 : 6;
    return result;
}

int main(void)
{
    pthread_t worker;
    void *value;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, &value);
    assert(*(int *)value == 5);
    free(value);
    return 0;
}
