#include <pthread.h>
#include <signal.h>
static void h(int s)
{
    (void)s;
}
static void *f(void *a)
{
    return a;
}
int main(void)
{
    pthread_t t;
    signal(SIGUSR1, h);
    pthread_create(&t, NULL, f, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_cancel(t);
    pthread_join(t, NULL);
    return 0;
}
