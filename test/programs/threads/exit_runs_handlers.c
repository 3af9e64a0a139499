/* exit() in a thread runs the atexit handlers, and the handler finds the work half done. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

int half_done;

void check(void)
{
    assert(half_done == 0);
}

void *work(void *argument)
{
    half_done = 1;
    if (argument == NULL) {
        exit(0);
    }
    half_done = 0;
    return NULL;
}

int main(void)
{
    pthread_t worker;
    atexit(check);
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    return 0;
}
