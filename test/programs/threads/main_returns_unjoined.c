/* main returns at once, but the thread may be faster and run into its assertion first. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int ready;

void *work(void *argument)
{
    assert(ready);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    return 0;
}
