/* cnd_timedwait ends by a signal or by thrd_timedout. */
#include <assert.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

mtx_t lock;
cnd_t changed;
int ready;

int notify(void *argument)
{
    (void)argument;
    mtx_lock(&lock);
    ready = 1;
    cnd_broadcast(&changed);
    mtx_unlock(&lock);
    return 0;
}

int main(void)
{
    thrd_t notifier;
    struct timespec deadline = {2000000000, 0};
    int status = thrd_success;
    mtx_init(&lock, mtx_timed);
    cnd_init(&changed);
    thrd_create(&notifier, notify, NULL);
    mtx_lock(&lock);
    while (!ready && status == thrd_success) {
        status = cnd_timedwait(&changed, &lock, &deadline);
    }
    assert(ready || status == thrd_timedout);
    mtx_unlock(&lock);
    thrd_join(notifier, NULL);
    cnd_destroy(&changed);
    mtx_destroy(&lock);
    return 0;
}
