/* The same with the signal blocked meanwhile: nothing is lost, but the signal may come too late. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t counter, handled;

static void handle(int number)
{
    (void)number;
    counter = counter + 2;
    handled = 1;
}

static void *work(void *argument)
{
    sigset_t set, before;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    counter = counter + 1;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
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
    assert(counter == (handled ? 3 : 1));
    return 0;
}
