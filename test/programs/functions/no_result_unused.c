/* The thread's function and a helper end without a return. Nobody takes the result of the thread nor that of the helper. */
#include <pthread.h>
#include <stddef.h>

int ready;

int find(int key)
{
    if (!ready)
        return key;
}

void *work(void *argument)
{
    ready = 1;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    find(3);
    pthread_join(worker, NULL);
    return 0;
}
