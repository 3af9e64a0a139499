/* A signal to the process is taken by one thread. */
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
    pthread_create(&worker, NULL, work, NULL);
    kill(getpid(), SIGUSR1);
    pthread_join(worker, NULL);
    assert(handled == 1);
    return 0;
}
