/* exit() in a thread ends the whole process: main never gets past the join, the assertion is never reached. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

void *work(void *argument)
{
    exit(argument == NULL ? 0 : 1);
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    assert(0);
    return 1;
}
