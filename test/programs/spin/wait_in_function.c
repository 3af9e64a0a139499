/* The loop that waits is in a function, and looks through another one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int data;
atomic_int stage;

static int reached(int wanted)
{
    return atomic_load(&stage) >= wanted;
}

static void wait_for(int wanted)
{
    while (!reached(wanted)) {
    }
}

void *second(void *argument)
{
    wait_for(1);
    data = data * 2;
    atomic_store(&stage, 2);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, second, NULL);
    data = 21;
    atomic_store(&stage, 1);
    wait_for(2);
    assert(data == 42);
    pthread_join(thread, NULL);
    return 0;
}
