/* Joining a thread that was detached is undefined. */
#include <pthread.h>
#include <stddef.h>

void *work(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_detach(worker);
    pthread_join(worker, NULL);
    return 0;
}
