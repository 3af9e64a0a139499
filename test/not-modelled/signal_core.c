#include <pthread.h>
#include <signal.h>
static void *f(void *a)
{
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, f, NULL);
    pthread_kill(t, SIGQUIT);
    pthread_join(t, NULL);
    return 0;
}
