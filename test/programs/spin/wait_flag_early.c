/* As wait_flag.c, but the flag is set before the data. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int data;
atomic_int flag;

void *writer(void *argument)
{
    atomic_store(&flag, 1);
    data = 42;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    while (!atomic_load(&flag)) {
    }
    assert(data == 42);
    pthread_join(thread, NULL);
    return 0;
}
