/* trywait does not wait; without a look at its result it protects nothing. */
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

int main(void)
{
    pthread_t writer;
    sem_init(&written, 0, 0);
    pthread_create(&writer, NULL, write_value, NULL);
    sem_trywait(&written);
    assert(value == 6);
    pthread_join(writer, NULL);
    return 0;
}
