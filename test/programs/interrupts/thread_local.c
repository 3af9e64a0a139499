/* A variable of the thread, which its handler changes. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static _Thread_local int own;

static void handle(int number)
{
    (void)number;
    own = 2;
}

static void *work(void *argument)
{
    own = 1;
    assert(own == 1);
    return argument;
}

int main(void)
{
    pthread_t worker;
    struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, NULL);
    pthread_create(&worker, NULL, work, NULL);
    pthread_kill(worker, SIGUSR1);
    pthread_join(worker, NULL);
    return 0;
}
