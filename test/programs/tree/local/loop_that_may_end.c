/*
 * The thread goes round until it finds the flag at 1, which main sets and then changes again. In some orders it never
 * gets out, and in some it comes to its assertion, which depends on nothing.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int flag;

void *wait(void *argument)
{
    while (flag != 1) {
    }
    assert(0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait, NULL);
    flag = 1;
    flag = 2;
    return 0;
}
