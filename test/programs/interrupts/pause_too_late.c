/* The signal comes before pause: nobody ends that. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t handled;

static void handle(int number)
{
    (void)number;
    handled = 1;
}

static void *work(void *argument)
{
    if (!handled)
        pause();
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
    return 0;
}
