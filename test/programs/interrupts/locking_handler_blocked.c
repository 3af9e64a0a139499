/* The same with the signal blocked while the lock is held. */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void handle(int number)
{
    (void)number;
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
}

static void *work(void *argument)
{
    sigset_t set, before;
    sigfillset(&set);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
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
