/* The handler comes between the read and the write of what it changes, too. */
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
    counter = counter + 1;
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
    assert(!handled || counter == 3);
    return 0;
}
