/* Whichever thread is the last to end runs the exit handlers; it need not be another than main. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_t first;
static atomic_int one, other;

static void check(void)
{
    assert(!pthread_equal(pthread_self(), first));
}

static void *end(void *unused)
{
    one = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    first = pthread_self();
    atexit(check);
    pthread_create(&thread, NULL, end, NULL);
    other = 1;
    pthread_exit(NULL);
}
