/* A thread waits for the end of main, which waits for the thread: only a request ends that. */
#include <assert.h>
#include <pthread.h>

static pthread_t first;

static void *wait_for_main(void *unused)
{
    pthread_join(first, NULL);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;
    first = pthread_self();
    pthread_create(&thread, NULL, wait_for_main, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
