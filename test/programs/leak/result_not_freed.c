/* The block a thread returns is nobody's when the joiner does not ask for it. */
#include <pthread.h>
#include <stdlib.h>

void *work(void *argument)
{
    int *result = calloc(1, sizeof *result);
    *result = argument == NULL;
    return result;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    return 0;
}
