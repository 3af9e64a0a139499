/* The writer goes on first in the observed run, but the barrier is before the write and orders nothing. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int data;
pthread_barrier_t barrier;

void *reader(void *argument)
{
    pthread_barrier_wait(&barrier);
    assert(data == 1);
    return argument;
}

void *writer(void *argument)
{
    pthread_barrier_wait(&barrier);
    data = 1;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&first, NULL, reader, NULL);
    pthread_create(&second, NULL, writer, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
