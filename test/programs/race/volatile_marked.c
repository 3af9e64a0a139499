/* Both accesses are volatile, which is taken as atomic here. */
#include <pthread.h>
#include <stddef.h>

#define READ_ONCE(x) (*(volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, value) (*(volatile __typeof__(x) *)&(x) = (value))

static int flag;

static void *set(void *argument)
{
    WRITE_ONCE(flag, 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    while (!READ_ONCE(flag))
        ;
    pthread_join(thread, NULL);
    return 0;
}
