/*
 * The semaphore orders the two threads completely.
 *
 * Interleavings: store, post, then wait, load: the wait cannot come before the post: 1.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t written;
int value;

void *write_value(void *argument)
{
    value = 6;
    sem_post(&written);
    return argument;
}

void *read_value(void *argument)
{
    sem_wait(&written);
    assert(value == 6);
    return argument;
}

int main(void)
{
    pthread_t writer, reader;
    sem_init(&written, 0, 0);
    pthread_create(&writer, NULL, write_value, NULL);
    pthread_create(&reader, NULL, read_value, NULL);
    pthread_join(writer, NULL);
    pthread_join(reader, NULL);
    return 0;
}
