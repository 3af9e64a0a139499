#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <poll.h>
static void h(int s)
{
    (void)s;
}
static void *f(void *a)
{
    sigset_t none;
    struct timespec limit = {1, 0};
    sigemptyset(&none);
    ppoll(NULL, 0, &limit, &none);
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
