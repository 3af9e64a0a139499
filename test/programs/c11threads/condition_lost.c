/* Broadcast before the wait: lost. */
#include <stddef.h>
#include <threads.h>

mtx_t lock;
cnd_t changed;

int notify(void *argument)
{
    (void)argument;
    cnd_broadcast(&changed);
    return 0;
}

int main(void)
{
    thrd_t notifier;
    mtx_init(&lock, mtx_plain);
    cnd_init(&changed);
    thrd_create(&notifier, notify, NULL);
    mtx_lock(&lock);
    cnd_wait(&changed, &lock);
    mtx_unlock(&lock);
    thrd_join(notifier, NULL);
    return 0;
}
