/*
 * cnd_wait and cnd_signal with a predicate.
 *
 * Interleavings: as with POSIX: either the notifier's section comes first, or the waiter waits and it comes then; the
 * same if the wait needs no signal, or ends before the section and is begun again: 4.
 */
#include <stddef.h>
#include <threads.h>

mtx_t lock;
cnd_t changed;
int ready;

int notify(void *argument)
{
    (void)argument;
    mtx_lock(&lock);
    ready = 1;
    cnd_signal(&changed);
    mtx_unlock(&lock);
    return 0;
}

int await(void *argument)
{
    (void)argument;
    mtx_lock(&lock);
    while (!ready) {
        cnd_wait(&changed, &lock);
    }
    mtx_unlock(&lock);
    return 0;
}

int main(void)
{
    thrd_t first, second;
    mtx_init(&lock, mtx_plain);
    cnd_init(&changed);
    thrd_create(&first, notify, NULL);
    thrd_create(&second, await, NULL);
    thrd_join(first, NULL);
    thrd_join(second, NULL);
    cnd_destroy(&changed);
    mtx_destroy(&lock);
    return 0;
}
