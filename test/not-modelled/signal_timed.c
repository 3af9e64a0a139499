#include <pthread.h>
#include <signal.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void h(int s)
{
    (void)s;
}
static void *f(void *a)
{
    struct timespec limit = {1, 0};
    pthread_mutex_lock(&m);
    pthread_cond_timedwait(&c, &m, &limit);
    pthread_mutex_unlock(&m);
    return a;
}
int main(void)
{
    pthread_t t;
    signal(SIGUSR1, h);
    pthread_create(&t, NULL, f, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    return 0;
}
