/* Main reads a variable and writes back what it has read, which undoes what another thread has written meanwhile. Two
 * states differ only in whether main has read, and in what: they must not be taken for the same. */
#include <assert.h>
#include <pthread.h>

int x;
pthread_t first, second;

static void *once(void *unused)
{
    x = 2;
    return unused;
}

static void *thrice(void *unused)
{
    x = 2;
    x = 3;
    x = 2;
    return unused;
}

int main(void)
{
    pthread_create(&first, NULL, once, NULL);
    pthread_create(&second, NULL, thrice, NULL);
    int seen = x;
    x = seen;
    pthread_join(second, NULL);
    assert(!(x > 2));
    return 0;
}
