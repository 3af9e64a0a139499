/* A thread created detached must not be joined. */
#include <pthread.h>
#include <stddef.h>

void *work(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&worker, &attributes, work, NULL);
    pthread_attr_destroy(&attributes);
    pthread_join(worker, NULL);
    return 0;
}
