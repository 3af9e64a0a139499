/* Clients without end, each a detached thread: the lock lets one in at a time, so nobody finds another one inside. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *serve(void *unused)
{
    pthread_mutex_lock(&lock);
    assert(inside == 0);
    inside = 1;
    assert(inside == 1);
    inside = 0;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t client;
        pthread_create(&client, 0, serve, 0);
        pthread_detach(client);
    }
}
