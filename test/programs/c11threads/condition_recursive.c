/* cnd_wait gives up one level of a recursive mutex. Held twice it stays locked, and nobody can get at the flag. */
#include <stddef.h>
#include <threads.h>

mtx_t lock;
cnd_t changed;
int ready;

int notify(void *argument)
{
    mtx_lock(&lock);
    ready = 1;
    cnd_signal(&changed);
    mtx_unlock(&lock);
    return argument != NULL;
}

int main(void)
{
    thrd_t notifier;
    mtx_init(&lock, mtx_plain | mtx_recursive);
    cnd_init(&changed);
    thrd_create(&notifier, notify, NULL);
    mtx_lock(&lock);
    mtx_lock(&lock);
    while (!ready) {
        cnd_wait(&changed, &lock);
    }
    mtx_unlock(&lock);
    mtx_unlock(&lock);
    thrd_join(notifier, NULL);
    return 0;
}
