/* All threads block a signal, and one of them waits for it: the worker's last act is to send it. */
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
    done = 1;
    pthread_kill(waiter, SIGUSR1);
    pthread_join(waiter, NULL);
    return 0;
}
