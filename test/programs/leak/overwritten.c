/* Both threads publish a block of their own in the same variable; the one that is overwritten is lost. */
#include <pthread.h>
#include <stdlib.h>

int *latest;

void *publish(void *argument)
{
    int *mine = malloc(sizeof *mine);
    *mine = 1;
    latest = mine;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, publish, NULL);
    pthread_create(&second, NULL, publish, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    free(latest);
    return 0;
}
