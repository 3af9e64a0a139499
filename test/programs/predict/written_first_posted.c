/* A semaphore makes the reader wait for the writer. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int data;
sem_t written;

void *writer(void *argument)
{
    data = 1;
    sem_post(&written);
    return argument;
}

void *reader(void *argument)
{
    sem_wait(&written);
    assert(data == 1);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&written, 0, 0);
    pthread_create(&first, NULL, writer, NULL);
    pthread_create(&second, NULL, reader, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
