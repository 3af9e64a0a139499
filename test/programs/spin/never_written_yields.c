/* Loops that yield use up the watch over each other; the last one waits for what nobody writes. */
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

int flag;

void *wait_in_vain(void *argument)
{
    for (int i = 0; i < 2; i++)
        sched_yield();
    while (!flag)
        sched_yield();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait_in_vain, NULL);
    pthread_detach(thread);
    pthread_exit(NULL);
}
