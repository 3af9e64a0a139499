#include <pthread.h>
#include <signal.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void h(int s)
{
    (void)s;
}
static void *f(void *a)
{
    __VERIFIER_atomic_begin();
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    __VERIFIER_atomic_end();
    return a;
}
int main(void)
{
    pthread_t t;
    signal(SIGUSR1, h);
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, f, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
