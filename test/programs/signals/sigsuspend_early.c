/* The signal comes before what it is to tell of: the thread looks too early, and is suspended for good. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int ready, handled;

static void handle(int number)
{
    (void)number;
    handled++;
}

static void *wait_until_ready(void *argument)
{
    sigset_t none;
    (void)argument;
    sigemptyset(&none);
    while (!ready)
        sigsuspend(&none);
    return NULL;
}

int main(void)
{
    pthread_t waiter;
    sigset_t set;
    signal(SIGUSR1, handle);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&waiter, NULL, wait_until_ready, NULL);
    pthread_kill(waiter, SIGUSR1);
    ready = 1;
    pthread_join(waiter, NULL);
    assert(handled <= 1);
    return 0;
}
