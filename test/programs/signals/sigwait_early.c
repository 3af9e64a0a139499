/* The signal is sent before the work is done. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static int done;

static void *wait_for_signals(void *argument)
{
    int number;
    sigwait(argument, &number);
    assert(number == SIGUSR1);
    assert(done == 1);
    return NULL;
}

int main(void)
{
    pthread_t waiter;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&waiter, NULL, wait_for_signals, &set);
    pthread_kill(waiter, SIGUSR1);
    done = 1;
    pthread_join(waiter, NULL);
    return 0;
}
