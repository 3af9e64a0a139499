/* Signals that a thread sends to itself: sets, masks, handlers, what is pending, suspension. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile sig_atomic_t depth;

static void show(int number)
{
    depth++;
    printf("handler of %d at depth %d\n", number, (int)depth);
    depth--;
}

static void show_more(int number, siginfo_t *information, void *context)
{
    (void)context;
    printf("handler of %d, told of %d\n", number, information->si_signo);
    if (number == SIGUSR2)
        raise(SIGUSR1);
    printf("end of the handler of %d\n", number);
}

static void sets(void)
{
    sigset_t set;
    sigfillset(&set);
    printf("%d ", sigismember(&set, SIGINT));
    printf("%d ", sigdelset(&set, SIGINT));
    printf("%d ", sigismember(&set, SIGINT));
    sigemptyset(&set);
    printf("%d ", sigaddset(&set, SIGTERM));
    printf("%d ", sigaddset(&set, 0));
    printf("%d %d\n", errno == EINVAL, sigismember(&set, SIGTERM));
}

static void once(void)
{
    struct sigaction action = {0}, now;
    action.sa_handler = show;
    action.sa_flags = SA_RESETHAND;
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    sigaction(SIGUSR1, NULL, &now);
    printf("reset %d\n", now.sa_handler == SIG_DFL);
    printf("stop %d\n", sigaction(SIGSTOP, &action, NULL));
}

static void two(void)
{
    struct sigaction action = {0};
    sigset_t set, before, left;
    action.sa_sigaction = show_more;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGUSR1);
    sigaction(SIGUSR2, &action, NULL);
    signal(SIGUSR1, show);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    raise(SIGUSR2);
    raise(SIGUSR2);
    pthread_kill(pthread_self(), SIGUSR1);
    sigpending(&left);
    printf("pending %d %d\n", sigismember(&left, SIGUSR1), sigismember(&left, SIGUSR2));
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    kill(getpid(), SIGUSR2);
    printf("suspended %d", sigsuspend(&before));
    printf(" %d\n", errno == EINTR);
    raise(SIGUSR1);
    signal(SIGUSR1, SIG_IGN);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void wait_for_them(void)
{
    sigset_t set;
    siginfo_t information;
    struct timespec soon = {0, 0};
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    raise(SIGINT);
    kill(getpid(), SIGHUP);
    sigwait(&set, &number);
    printf("waited for %d and", number);
    number = sigwaitinfo(&set, &information);
    printf(" %d %d,", number, information.si_signo);
    number = sigtimedwait(&set, NULL, &soon);
    printf(" no more: %d %d\n", number, errno == EAGAIN);
}

int main(void)
{
    sets();
    once();
    two();
    wait_for_them();
    raise(SIGCHLD);
    printf("invalid %d %d\n", raise(0) == 0, pthread_sigmask(7, &(sigset_t){0}, NULL) == EINVAL);
    fflush(stdout);
    return 4;
}
