/* main never ends, but only sleeps: the search does. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int value;

void *work(void *argument)
{
    value = 1;
    assert(value == 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    for (;;) {
        sleep(1);
    }
}
