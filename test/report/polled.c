#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void *take(void *set)
{
    int number;
    sigwait(set, &number);
    return NULL;
}

static int wait_for(int end)
{
    struct pollfd asked = {.fd = end, .events = POLLIN};
    return poll(&asked, 1, -1);
}

int main(void)
{
    int ends[2]; sigset_t set; pthread_t taker;
    sigemptyset(&set); sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pipe(ends); pthread_create(&taker, NULL, take, &set);
    return wait_for(ends[0]);
}
