#include <pthread.h>
#include <signal.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
static int word;
static void h(int s)
{
    (void)s;
}
static void *f(void *a)
{
    syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
    return a;
}
int main(void)
{
    pthread_t t;
    signal(SIGUSR1, h);
    pthread_create(&t, NULL, f, NULL);
    pthread_kill(t, SIGUSR1);
    word = 1;
    syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
    pthread_join(t, NULL);
    return 0;
}
