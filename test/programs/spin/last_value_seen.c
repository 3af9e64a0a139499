/* Each round of the loop keeps the last value it saw. None is above 2 before the flag is up. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int flag, value;

void *watcher(void *argument)
{
    int last = 0;
    while (!atomic_load(&flag)) {
        last = atomic_load(&value);
    }
    assert(last <= 2);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, watcher, NULL);
    atomic_store(&value, 1);
    atomic_store(&value, 2);
    atomic_store(&flag, 1);
    pthread_join(thread, NULL);
    return 0;
}
