// The futex looks at its word as atomic operations do: with another thread's plain write it races.
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word;

static void *wait_here(void *argument)
{
    syscall(SYS_futex, &word, FUTEX_WAIT, 1, NULL, NULL, 0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait_here, NULL);
    word = 2;
    pthread_join(thread, NULL);
    return 0;
}
