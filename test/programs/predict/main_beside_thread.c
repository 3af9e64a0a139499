/* Main adds to the sum while its thread does; the thread is later in the observed run. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int sum;

void *add(void *argument)
{
    sum = sum + 2;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    sum = sum + 1;
    pthread_join(thread, NULL);
    assert(sum == 3);
    return 0;
}
