/* A signal that is pending already is not sent twice: one of those who wait for it waits on. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static sigset_t set;
static atomic_int taken;

static void *take(void *unused)
{
    int number;
    sigwait(&set, &number);
    taken++;
    return unused;
}

int main(void)
{
    pthread_t first, second;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&first, NULL, take, NULL);
    pthread_create(&second, NULL, take, NULL);
    kill(getpid(), SIGINT);
    kill(getpid(), SIGINT);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(taken == 2);
    return 0;
}
