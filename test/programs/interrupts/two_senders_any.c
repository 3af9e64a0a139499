/* Two threads send the same signal to a third. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static pthread_t worker;
static volatile sig_atomic_t count;

static void handle(int number)
{
    (void)number;
    count++;
}

static void *send(void *argument)
{
    pthread_kill(worker, SIGUSR1);
    return argument;
}

static void *work(void *argument)
{
    while (!count)
        ;
    return argument;
}

int main(void)
{
    pthread_t sender;
    signal(SIGUSR1, handle);
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&sender, NULL, send, NULL);
    pthread_kill(worker, SIGUSR1);
    pthread_join(sender, NULL);
    pthread_join(worker, NULL);
    assert(count == 1 || count == 2);
    return 0;
}
