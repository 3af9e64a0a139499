/* read of a pipe fails with EINTR if a handler interrupts it before anything has come. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];
static volatile sig_atomic_t handled;

static void handle(int number)
{
    (void)number;
    handled = 1;
}

static void *work(void *argument)
{
    char byte;
    ssize_t length = read(ends[0], &byte, 1);
    assert(length == 1);
    return argument;
}

int main(void)
{
    pthread_t worker;
    struct sigaction action = {.sa_handler = handle};
    if (pipe(ends) != 0)
        return 1;
    sigaction(SIGUSR1, &action, NULL);
    pthread_create(&worker, NULL, work, NULL);
    pthread_kill(worker, SIGUSR1);
    if (write(ends[1], "x", 1) != 1)
        return 1;
    pthread_join(worker, NULL);
    return 0;
}
