/* With SA_RESETHAND the handler runs once; the second signal would end the process. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t handled;

static void handle(int number)
{
    (void)number;
    handled++;
}

static void *work(void *argument)
{
    while (!handled)
        ;
    return argument;
}

int main(void)
{
    pthread_t worker;
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESETHAND};
    sigaction(SIGUSR1, &action, NULL);
    pthread_create(&worker, NULL, work, NULL);
    pthread_kill(worker, SIGUSR1);
    while (!handled)
        ;
    pthread_kill(worker, SIGUSR1);
    pthread_join(worker, NULL);
    assert(handled == 1);
    return 0;
}
