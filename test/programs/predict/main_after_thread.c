/* Main adds to the sum after it has joined the thread. */
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
    pthread_join(thread, NULL);
    sum = sum + 1;
    assert(sum == 3);
    return 0;
}
