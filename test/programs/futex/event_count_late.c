// An event count that is read too late, after the look for an item: the item can come in between, and the thread sleeps
// for ever.
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int epoch, item;

static int take(void)
{
    for (;;) {
        int found = atomic_load(&item);
        int seen = atomic_load(&epoch);
        if (found)
            return found;
        syscall(SYS_futex, &epoch, FUTEX_WAIT, seen, NULL, NULL, 0);
    }
}

static void *consume(void *argument)
{
    assert(take() == 7);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, consume, NULL);
    atomic_store(&item, 7);
    atomic_fetch_add(&epoch, 1);
    syscall(SYS_futex, &epoch, FUTEX_WAKE, 1, NULL, NULL, 0);
    pthread_join(thread, NULL);
    return 0;
}
