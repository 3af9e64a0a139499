// A lock of three states upon a futex: 0 free, 1 taken, 2 taken and perhaps waited for. Who has to wait makes it 2, and
// an unlock that finds 2 wakes somebody. Nothing is lost.
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
    if (found != 2)
        found = atomic_exchange(&lock_word, 2);
    while (found != 0) {
        syscall(SYS_futex, &lock_word, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
        found = atomic_exchange(&lock_word, 2);
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
