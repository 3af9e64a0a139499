/* Nobody waits for the detached thread, so main may look at the result before it is there. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int result;

void *work(void *argument)
{
    result = 7;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_detach(worker);
    assert(result == 7);
    return 0;
}
