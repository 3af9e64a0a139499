// Either thread can end the process; what stands behind the other end is reached on no path.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int x, y;

static void *leaver(void *argument)
{
    x = 1;
    if (x < 3)
        exit(0);
    assert(0);
    return argument;
}

static void *writer(void *argument)
{
    if (x < 1)
        y = 3;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, leaver, NULL);
    pthread_create(&two, NULL, writer, NULL);
    if (y != 3)
        exit(0);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(0);
    return 0;
}
