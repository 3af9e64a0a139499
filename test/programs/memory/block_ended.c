/* The worker is given the address of a local of a block that main leaves before it has joined the worker. */
#include <pthread.h>
#include <stddef.h>

void *work(void *argument)
{
    *(int *)argument = 1;
    return NULL;
}

int main(void)
{
    pthread_t worker;
    {
        int local = 0;
        pthread_create(&worker, NULL, work, &local);
    }
    pthread_join(worker, NULL);
    return 0;
}
