/*
 * What is asserted depends on nothing, but whether the thread comes to it does: if the block has been freed, it stops at
 * the access, which nobody asked about.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

int *block;

void *look(void *argument)
{
    int seen = *block;
    (void)seen;
    assert(0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    block = calloc(1, sizeof *block);
    if (block == NULL) {
        return 0;
    }
    pthread_create(&thread, NULL, look, NULL);
    free(block);
    pthread_join(thread, NULL);
    return 0;
}
