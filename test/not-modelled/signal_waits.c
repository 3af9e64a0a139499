#include <pthread.h>
#include <signal.h>
static pthread_barrier_t b, c;
static void h(int s)
{
    (void)s;
    pthread_barrier_wait(&c);
}
static void *f(void *a)
{
    pthread_barrier_wait(&b);
    return a;
}
int main(void)
{
    pthread_t t;
    signal(SIGUSR1, h);
    pthread_barrier_init(&b, NULL, 2);
    pthread_barrier_init(&c, NULL, 1);
    pthread_create(&t, NULL, f, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_barrier_wait(&b);
    pthread_join(t, NULL);
    return 0;
}
