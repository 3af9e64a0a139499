/* Requests are counted by kind, and the check of the kind is off by one: the request of kind 4 is counted behind the
   array. It takes that input. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

#define KINDS 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned hits[KINDS];

static void *serve(void *unused)
{
    int kind = __VERIFIER_nondet_int();
    if (kind < 0 || kind > KINDS)
        return unused;
    pthread_mutex_lock(&lock);
    hits[kind]++;
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
