// Two threads wait, as the 2 that moved to another word tell. The first wake finds two and takes one, the next takes the
// other one, and a third finds nobody.
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word, ends[2];

static void *wait_here(void *argument)
{
    syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
    *(atomic_int *)argument = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, wait_here, &ends[i]);
    if (syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE, 0, 2, &ends[0], 0) == 2) {
        assert(syscall(SYS_futex, &word, FUTEX_WAKE, 5, NULL, NULL, 0) == 0);
        assert(syscall(SYS_futex, &ends[0], FUTEX_WAKE, 1, NULL, NULL, 0) == 1);
        assert(syscall(SYS_futex, &ends[0], FUTEX_WAKE, 1, NULL, NULL, 0) == 1);
        assert(syscall(SYS_futex, &ends[0], FUTEX_WAKE, 1, NULL, NULL, 0) == 0);
    }
    _exit(0);
}
