/* Asking how large a block is, while another thread may free it. */
#include <malloc.h>
#include <pthread.h>
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
    size_t size = malloc_usable_size(block);
    pthread_join(thread, NULL);
    return size == 0;
}
