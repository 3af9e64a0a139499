/* A thread polls a flag that only its handler sets: it goes on once the signal has come. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t handled;

static void handle(int number)
{
    (void)number;
    handled = 1;
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
    struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, NULL);
    pthread_create(&worker, NULL, work, NULL);
    pthread_kill(worker, SIGUSR1);
    pthread_join(worker, NULL);
    assert(handled == 1);
    return 0;
}
