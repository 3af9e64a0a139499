/* A signal that a thread sends to itself is handled before raise returns; one that it blocks, when it unblocks it. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t handled, inside;

static void handle(int number)
{
    assert(number == SIGUSR1 && !inside);
    inside = 1;
    if (!handled)
        raise(SIGUSR1);
    inside = 0;
    handled++;
}

int main(void)
{
    struct sigaction action = {0};
    sigset_t set, before;
    action.sa_handler = handle;
    sigemptyset(&action.sa_mask);
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    assert(handled == 2);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, &before);
    raise(SIGUSR1);
    raise(SIGUSR1);
    assert(handled == 2);
    sigpending(&set);
    assert(sigismember(&set, SIGUSR1) == 1 && sigismember(&set, SIGUSR2) == 0);
    sigprocmask(SIG_SETMASK, &before, NULL);
    assert(handled == 3);
    return 0;
}
