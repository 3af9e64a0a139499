/* All other threads block the signal to the process. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_t first;
static volatile sig_atomic_t handled, elsewhere;

static void handle(int number)
{
    (void)number;
    handled++;
    if (!pthread_equal(pthread_self(), first))
        elsewhere = 1;
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
    first = pthread_self();
    signal(SIGUSR1, handle);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&worker, NULL, work, NULL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    kill(getpid(), SIGUSR1);
    pthread_join(worker, NULL);
    assert(!elsewhere);
    return 0;
}
