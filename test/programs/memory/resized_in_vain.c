/* There is no memory for a larger block, so the old one stays, unless another thread has freed it. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static char *block;

static void *release(void *argument)
{
    free(block);
    return argument;
}

int main(void)
{
    pthread_t thread;
    block = malloc(8);
    pthread_create(&thread, NULL, release, NULL);
    char *larger = realloc(block, PTRDIFF_MAX);
    pthread_join(thread, NULL);
    return larger != NULL;
}
