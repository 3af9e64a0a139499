/* A connection is counted under the same lock under which there was room for it: there are never more than the limit,
   and who is connected is counted. */
#include <assert.h>
#include <pthread.h>

#define LIMIT 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int active;

static void *connect_client(void *unused)
{
    int accepted = 0;
    pthread_mutex_lock(&lock);
    if (active < LIMIT) {
        active++;
        accepted = 1;
    }
    pthread_mutex_unlock(&lock);
    if (!accepted)
        return unused;
    pthread_mutex_lock(&lock);
    assert(active > 0 && active <= LIMIT);
    active--;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t client;
        pthread_create(&client, 0, connect_client, 0);
        pthread_detach(client);
    }
}
