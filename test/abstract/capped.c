/* A thread for each client, without end; the counter stays below 10. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int requests;

static void *serve(void *unused)
{
    pthread_mutex_lock(&lock);
    if (requests < 9)
        requests++;
    assert(requests < 10);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, serve, 0);
        pthread_detach(thread);
    }
}
