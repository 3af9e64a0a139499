/* Not a mere wait: the loop remembers what it saw, and finds that it has changed only if two of its rounds saw different values. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int flag, value;

void *watcher(void *argument)
{
    int previous = -1, changed = 0;
    while (!atomic_load(&flag)) {
        int now = atomic_load(&value);
        if (previous != -1 && now != previous) {
            changed = 1;
        }
        previous = now;
    }
    assert(!changed);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, watcher, NULL);
    atomic_store(&value, 1);
    atomic_store(&flag, 1);
    pthread_join(thread, NULL);
    return 0;
}
