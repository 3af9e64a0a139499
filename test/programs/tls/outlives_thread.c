/* The thread's copy is gone when the thread is; the pointer to it is dangling. */
#include <pthread.h>
#include <stddef.h>

_Thread_local int result;

void *work(void *argument)
{
    (void)argument;
    result = 5;
    return &result;
}

int main(void)
{
    pthread_t worker;
    void *value;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, &value);
    int *number = value;
    return *number - 5;
}
