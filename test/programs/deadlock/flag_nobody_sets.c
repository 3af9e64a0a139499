/* A thread waits in a loop for a flag that nobody ever sets. */
#include <pthread.h>

int flag;

void *wait_for_flag(void *argument)
{
    while (!flag) {
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, wait_for_flag, 0);
    pthread_join(thread, 0);
    return 0;
}
