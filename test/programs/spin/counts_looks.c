/* Not a wait: the loop counts how often it looked, and gives up after three times. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int flag;

void *watcher(void *argument)
{
    int looks = 0;
    while (looks < 3 && !atomic_load(&flag)) {
        looks++;
    }
    assert(looks < 3);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, watcher, NULL);
    atomic_store(&flag, 1);
    pthread_join(thread, NULL);
    return 0;
}
