/*
 * A semaphore with value one as a lock.
 *
 * Interleavings: wait, load, store, post in each thread; only the order of the sections is open: 2.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t permit;
int counter;

void *increment(void *argument)
{
    sem_wait(&permit);
    counter++;
    sem_post(&permit);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&permit, 0, 1);
    pthread_create(&first, NULL, increment, NULL);
    pthread_create(&second, NULL, increment, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 2);
    sem_destroy(&permit);
    return 0;
}
