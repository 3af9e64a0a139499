/*
 * A thread writes to a local of main, whose address it was given, and main asserts what is there when it has not waited.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

void *write(void *argument)
{
    *(int *)argument = 1;
    return NULL;
}

int main(void)
{
    int number = 0;
    pthread_t thread;
    pthread_create(&thread, NULL, write, &number);
    assert(number == 0);
    pthread_join(thread, NULL);
    return 0;
}
