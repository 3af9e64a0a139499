/* The flag is set before the data. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int flag;
int data;

void *writer(void *argument)
{
    atomic_store(&flag, 1);
    data = 1;
    return argument;
}

void *reader(void *argument)
{
    while (!atomic_load(&flag)) {
    }
    assert(data == 1);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, writer, NULL);
    pthread_create(&second, NULL, reader, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
