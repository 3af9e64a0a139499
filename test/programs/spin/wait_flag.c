/* The reader waits in a loop for the flag, which is set after the data. However often it looks in vain, that makes no difference. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int data;
atomic_int flag;

void *writer(void *argument)
{
    data = 42;
    atomic_store(&flag, 1);
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
