/* The signal is blocked too late: the thread that was created before does not block it, and the process ends. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static void *work(void *argument)
{
    return argument;
}

static void leave(void)
{
    abort();
}

int main(void)
{
    pthread_t worker;
    sigset_t set;
    pthread_create(&worker, NULL, work, NULL);
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_kill(worker, SIGTERM);
    pthread_join(worker, NULL);
    leave();
    return 0;
}
