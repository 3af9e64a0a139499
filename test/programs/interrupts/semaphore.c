/* sem_wait fails with EINTR if a handler interrupts it. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t ready;
static volatile sig_atomic_t handled;

static void handle(int number)
{
    (void)number;
    handled = 1;
}

static void *work(void *argument)
{
    int result = sem_wait(&ready);
    assert(result == 0);
    return argument;
}

int main(void)
{
    pthread_t worker;
    struct sigaction action = {.sa_handler = handle};
    sem_init(&ready, 0, 0);
    sigaction(SIGUSR1, &action, NULL);
    pthread_create(&worker, NULL, work, NULL);
    pthread_kill(worker, SIGUSR1);
    sem_post(&ready);
    pthread_join(worker, NULL);
    return 0;
}
