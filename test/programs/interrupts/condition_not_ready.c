/* What it waits for depends on whether the handler has run. */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static volatile sig_atomic_t handled;

static void handle(int number)
{
    (void)number;
    handled = 1;
}

static void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t worker;
    struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, NULL);
    pthread_create(&worker, NULL, work, NULL);
    pthread_kill(worker, SIGUSR1);
    pthread_mutex_lock(&lock);
    ready = handled;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(worker, NULL);
    return 0;
}
