/* The block is freed after the reader has posted. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdlib.h>

int *block;
int seen;
sem_t done;

void *reader(void *argument)
{
    seen = *block;
    sem_post(&done);
    return argument;
}

void *cleaner(void *argument)
{
    sem_wait(&done);
    free(block);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    block = malloc(sizeof(int));
    *block = 5;
    sem_init(&done, 0, 0);
    pthread_create(&first, NULL, reader, NULL);
    pthread_create(&second, NULL, cleaner, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
