#include <pthread.h>
#include <unistd.h>
static int ends[2];
static void *wait(void *unused)
{
    char byte;
    read(ends[0], &byte, 1);
    return NULL;
}
int main(void)
{
    pthread_t waiter;
    pipe(ends);
    pthread_create(&waiter, NULL, wait, NULL);
    close(ends[0]);
    pthread_join(waiter, NULL);
    return 0;
}
