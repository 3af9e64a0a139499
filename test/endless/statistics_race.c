/* One thread per request; the requests are counted without the lock that guards everything else: a data race. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int last_request;
static unsigned served;

static void *serve(void *unused)
{
    int request = __VERIFIER_nondet_int();
    pthread_mutex_lock(&lock);
    last_request = request;
    pthread_mutex_unlock(&lock);
    served++;
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
