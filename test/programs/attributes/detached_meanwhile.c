/* The attributes with which a thread is created are changed by another one, perhaps before that. */
#include <pthread.h>
#include <stddef.h>

static pthread_attr_t attributes;

static void *work(void *argument)
{
    return argument;
}

static void *change(void *argument)
{
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    return argument;
}

int main(void)
{
    pthread_t changer, worker;
    pthread_attr_init(&attributes);
    pthread_create(&changer, NULL, change, NULL);
    pthread_create(&worker, &attributes, work, NULL);
    pthread_join(worker, NULL);
    pthread_join(changer, NULL);
    return 0;
}
