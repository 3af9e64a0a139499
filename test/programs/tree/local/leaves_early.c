/*
 * A thread that finds the flag up goes away before its assertion, which depends on nothing.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int flag;

void *look(void *argument)
{
    if (flag) {
        pthread_exit(NULL);
    }
    assert(0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, look, NULL);
    flag = 1;
    pthread_join(thread, NULL);
    return 0;
}
