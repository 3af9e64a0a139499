/* An inline function without an external definition: the body that is there is the one that runs. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int total;

inline int twice(int number)
{
    return 2 * number;
}

void *work(void *argument)
{
    total = twice(2);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    assert(total == 4);
    return 0;
}
