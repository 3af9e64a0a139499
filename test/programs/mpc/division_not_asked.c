// The thread divides by zero, which stops it when nobody asks about that; the other sees what it did before.
#include <assert.h>
#include <pthread.h>

static int x, y, zero;

static void *divide(void *argument)
{
    x = 1;
    y = 1 / zero;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, divide, NULL);
    if (x == 1)
        assert(0);
    return 0;
}
