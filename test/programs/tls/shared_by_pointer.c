/* The address of a thread-local variable may be handed to others while its thread lives. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

_Thread_local int inbox;

void *deliver(void *argument)
{
    int *target = argument;
    assert(target != &inbox);
    *target = 3;
    return NULL;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, deliver, &inbox);
    pthread_join(worker, NULL);
    assert(inbox == 3);
    return 0;
}
