// Waiters with sets of bits: a wake reaches only those whose set has a bit in common with its own.
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word, woken;

static void *wait_here(void *argument)
{
    if (syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, 0, NULL, NULL, 6) == 0)
        woken = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait_here, NULL);
    assert(syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, NULL, NULL, 9) == 0);
    assert(!woken);
    long count = syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 1, NULL, NULL, 4);
    if (count == 0)
        _exit(0);
    pthread_join(thread, NULL);
    assert(woken);
    return 0;
}
