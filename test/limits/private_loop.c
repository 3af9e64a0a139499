// A step that never ends: a loop that changes something private.
#include <pthread.h>
static int shared;
static void *count(void *argument)
{
    volatile unsigned own = 0;
    for (shared = 1;; own++)
        continue;
    return argument;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, count, NULL);
    shared = 2;
    pthread_join(thread, NULL);
}
