/* A handler that changes errno, which its thread looks at. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

static void handle(int number)
{
    (void)number;
    errno = EAGAIN;
}

static void *work(void *argument)
{
    errno = 0;
    assert(errno == 0);
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
