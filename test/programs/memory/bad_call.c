/* A call through a function pointer that another thread has taken away. */
#include <pthread.h>
#include <stddef.h>

int calls;

void count(void)
{
    calls = 1;
}

void (*handler)(void) = count;

void *remove_handler(void *argument)
{
    handler = NULL;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, remove_handler, NULL);
    if (handler != NULL) {
        handler();
    }
    pthread_join(worker, NULL);
    return 0;
}
