/* The handler may run after the barrier as well. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static pthread_barrier_t barrier;
static volatile sig_atomic_t passed, late;

static void handle(int number)
{
    (void)number;
    late = passed;
}

static void *work(void *argument)
{
    pthread_barrier_wait(&barrier);
    passed = 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    struct sigaction action = {.sa_handler = handle};
    pthread_barrier_init(&barrier, NULL, 2);
    sigaction(SIGUSR1, &action, NULL);
    pthread_create(&worker, NULL, work, NULL);
    pthread_kill(worker, SIGUSR1);
    pthread_barrier_wait(&barrier);
    pthread_join(worker, NULL);
    assert(!late);
    return 0;
}
