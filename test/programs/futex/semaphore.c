// A semaphore upon a futex: whoever finds 0 sleeps while it is 0, and a post wakes one. Both threads get through, whichever
// is woken, and one unit is left.
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int units = 1;

static void take(void)
{
    for (;;) {
        int found = atomic_load(&units);
        if (found == 0)
            syscall(SYS_futex, &units, FUTEX_WAIT, 0, NULL, NULL, 0);
        else if (atomic_compare_exchange_strong(&units, &found, found - 1))
            return;
    }
}

static void post(void)
{
    atomic_fetch_add(&units, 1);
    syscall(SYS_futex, &units, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void *work(void *argument)
{
    take();
    post();
    return argument;
}

int main(void)
{
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    assert(units == 1);
    return 0;
}
