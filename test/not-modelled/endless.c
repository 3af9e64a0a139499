// The loop changes only what is its own, so the other thread never gets a turn to end the process.
#include <pthread.h>
#include <stdlib.h>
static void *end(void *unused)
{
    exit(unused != NULL);
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, end, NULL);
    for (;;)
        free(realloc(NULL, 1));
}
