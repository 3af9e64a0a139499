/* A request that is refused leaves the critical section, and then does so again with the others: the lock is free by
   then, or somebody else's. It takes an input that is refused. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned refused, served;

static void *serve(void *unused)
{
    int request = __VERIFIER_nondet_int();
    pthread_mutex_lock(&lock);
    if (request < 0) {
        refused++;
        pthread_mutex_unlock(&lock);
    } else {
        served++;
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t server;
        pthread_create(&server, 0, serve, 0);
        pthread_detach(server);
    }
    return 0;
}
