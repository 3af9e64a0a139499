// A wait with a time limit ends by itself if nobody wakes, and reports it; with another value in the word it does not
// even begin, and a bad limit is refused. A time limit of 0 is one, too.
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_int word;

static void *wait_here(void *argument)
{
    struct timespec limit = {0, 0}, bad = {0, 1000000000};
    assert(syscall(SYS_futex, &word, FUTEX_WAIT, 1, NULL, NULL, 0) == -1 && errno == EAGAIN);
    assert(syscall(SYS_futex, &word, FUTEX_WAIT, 0, &bad, NULL, 0) == -1 && errno == EINVAL);
    long result = syscall(SYS_futex, &word, FUTEX_WAIT, 0, &limit, NULL, 0);
    assert(result == 0 || errno == ETIMEDOUT);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait_here, NULL);
    long woken = syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
    assert(woken == 0 || woken == 1);
    pthread_join(thread, NULL);
    return 0;
}
