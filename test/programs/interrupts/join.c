/* pthread_join is interrupted and goes on. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static pthread_t first;
static volatile sig_atomic_t handled;

static void handle(int number)
{
    (void)number;
    handled = 1;
}

static void *work(void *argument)
{
    pthread_kill(first, SIGUSR1);
    return argument;
}

int main(void)
{
    pthread_t worker;
    first = pthread_self();
    signal(SIGUSR1, handle);
    pthread_create(&worker, NULL, work, NULL);
    int result = pthread_join(worker, NULL);
    assert(result == 0);
    while (!handled)
        ;
    return 0;
}
