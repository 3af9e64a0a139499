// A lock that is meant to have three states, 0 free, 1 taken, 2 taken and waited for, but who waits leaves it at 1: the
// unlock does not see that it has somebody to wake, and the waiter sleeps for ever.
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int lock_word;
static int counter;

static void lock(void)
{
    int found = 0;
    if (atomic_compare_exchange_strong(&lock_word, &found, 1))
        return;
    while (found != 0) {
        syscall(SYS_futex, &lock_word, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0);
        found = atomic_exchange(&lock_word, 1);
    }
}

static void unlock(void)
{
    if (atomic_exchange(&lock_word, 0) == 2)
        syscall(SYS_futex, &lock_word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void *work(void *argument)
{
    lock();
    counter++;
    unlock();
    return argument;
}

int main(void)
{
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    assert(counter == 2);
    return 0;
}
