/*
 * Clients that are counted under a lock which is found through a pointer. A rare command makes it point to another lock, and
 * who holds the old one counts beside who takes the new one.
 */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t *volatile current = &locks[0];
static int inside;

static void *serve(void *unused)
{
    pthread_mutex_t *mine = current;
    pthread_mutex_lock(mine);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(mine);
    return unused;
}

int main(void)
{
    int command;
    while ((command = __VERIFIER_nondet_int()) != 0) {
        pthread_t client;
        if (command == 4711) {
            current = &locks[1];
        }
        pthread_create(&client, NULL, serve, NULL);
        pthread_detach(client);
    }
    return 0;
}
