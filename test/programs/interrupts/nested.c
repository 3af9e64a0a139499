/* The handler of one signal is interrupted by that of another. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t depth, deepest;

static void handle(int number)
{
    (void)number;
    depth++;
    if (depth > deepest)
        deepest = depth;
    depth--;
}

static void *work(void *argument)
{
    while (!deepest)
        ;
    return argument;
}

int main(void)
{
    pthread_t worker;
    struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGUSR2, &action, NULL);
    pthread_create(&worker, NULL, work, NULL);
    pthread_kill(worker, SIGUSR1);
    pthread_kill(worker, SIGUSR2);
    pthread_join(worker, NULL);
    assert(deepest == 1);
    return 0;
}
