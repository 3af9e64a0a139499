/* The post comes before the store it should announce. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t written;
int value;

void *write_value(void *argument)
{
    sem_post(&written);
    value = 6;
    return argument;
}

int main(void)
{
    pthread_t writer;
    sem_init(&written, 0, 0);
    pthread_create(&writer, NULL, write_value, NULL);
    sem_wait(&written);
    assert(value == 6);
    pthread_join(writer, NULL);
    return 0;
}
