/* Whether there is room for a connection is asked before it is counted: with one inside, two more see room for one and
   both come in. It takes three threads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define LIMIT 2

static atomic_int active;

static void *connect_client(void *unused)
{
    if (atomic_load(&active) >= LIMIT)
        return unused;
    int now = atomic_fetch_add(&active, 1) + 1;
    assert(now <= LIMIT);
    atomic_fetch_sub(&active, 1);
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
