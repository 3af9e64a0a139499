/* main ends by pthread_exit; the last thread to end takes the process with it, exit handlers included. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int finished;

void at_the_end(void)
{
    assert(!finished);
}

void *work(void *argument)
{
    finished = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    atexit(at_the_end);
    pthread_create(&thread, 0, work, 0);
    pthread_exit(0);
}
