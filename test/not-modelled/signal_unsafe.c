#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
static void h(int s)
{
    (void)s;
    free(malloc(1));
}
static void *f(void *a)
{
    free(malloc(1));
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
