/* One thread per request, as many as an input says; under the lock the accepted requests are those that are open and
   those that are served, also after the counters have wrapped around. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned accepted, open_now, served;

static void *serve(void *unused)
{
    pthread_mutex_lock(&lock);
    open_now--;
    served++;
    assert(accepted == open_now + served);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t server;
        pthread_mutex_lock(&lock);
        accepted++;
        open_now++;
        pthread_mutex_unlock(&lock);
        pthread_create(&server, 0, serve, 0);
        pthread_detach(server);
    }
    pthread_mutex_lock(&lock);
    assert(accepted == open_now + served);
    pthread_mutex_unlock(&lock);
    return 0;
}
