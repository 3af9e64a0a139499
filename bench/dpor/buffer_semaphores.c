/* One thread puts N numbers into a buffer, another one takes them out; two semaphores count what is free and what
 * is not. With -DSIZE=1 they take turns: one order. With -DSIZE=2 what is in dispute is taking number i out and
 * putting number i + 1 in: on each semaphore one is first, and three of the four combinations can be: 3^(N-1)
 * orders. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef N
#define N 2
#endif
#ifndef SIZE
#define SIZE 1
#endif

sem_t free_places, used_places;
int buffer[SIZE];

static void *produce(void *argument)
{
    for (int i = 0; i < N; i++) {
        sem_wait(&free_places);
        buffer[i % SIZE] = i;
        sem_post(&used_places);
    }
    return argument;
}

static void *consume(void *argument)
{
    for (int i = 0; i < N; i++) {
        sem_wait(&used_places);
        assert(buffer[i % SIZE] == i);
        sem_post(&free_places);
    }
    return argument;
}

int main(void)
{
    pthread_t producer, consumer;
    sem_init(&free_places, 0, SIZE);
    sem_init(&used_places, 0, 0);
    pthread_create(&producer, 0, produce, 0);
    pthread_create(&consumer, 0, consume, 0);
    pthread_join(producer, 0);
    pthread_join(consumer, 0);
    return 0;
}
