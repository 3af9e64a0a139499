/* A thread-local variable is not seen by others: main waits for a result that never reaches it. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

_Thread_local int result;

void *work(void *argument)
{
    result = 5;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    assert(result == 5);
    return 0;
}
