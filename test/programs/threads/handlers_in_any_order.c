// Two threads register what is to be done in the end; the last to come is the first to be run.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int last;

static void one(void)
{
    assert(last != 2);
    last = 1;
}

static void two(void)
{
    last = 2;
}

static void *first(void *unused)
{
    atexit(one);
    return unused;
}

static void *second(void *unused)
{
    atexit(two);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
