/* Main and another thread both detach one: who comes second detaches what is detached. */
#include <pthread.h>
#include <stddef.h>

void *end(void *argument)
{
    return argument;
}

void *detach(void *thread)
{
    pthread_detach(*(pthread_t *)thread);
    return NULL;
}

int main(void)
{
    pthread_t thread, other;
    pthread_create(&thread, NULL, end, NULL);
    pthread_create(&other, NULL, detach, &thread);
    detach(&thread);
    pthread_join(other, NULL);
    return 0;
}
