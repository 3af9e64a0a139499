// FUTEX_WAKE_OP adds 1 to the second word, wakes who waits at the first, and who waits at the second if it was 0 before.
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int first, second;

static void *wait_here(void *argument)
{
    syscall(SYS_futex, &second, FUTEX_WAIT, 0, NULL, NULL, 0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait_here, NULL);
    long count = syscall(SYS_futex, &first, FUTEX_WAKE_OP, 1, 1, &second, FUTEX_OP(FUTEX_OP_ADD, 1, FUTEX_OP_CMP_EQ, 0));
    assert(count == 0 || count == 1);
    assert(second == 1);
    pthread_join(thread, NULL);
    return 0;
}
