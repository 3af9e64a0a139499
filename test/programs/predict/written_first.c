/* Nothing makes the reader wait for the writer; it just does not run before it in the observed run. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int data;

void *writer(void *argument)
{
    data = 1;
    return argument;
}

void *reader(void *argument)
{
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
