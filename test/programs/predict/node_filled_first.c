/* The node is handed over with its value. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdlib.h>

struct node {
    int value;
};

struct node *slot;
sem_t filled;

void *producer(void *argument)
{
    struct node *node = calloc(1, sizeof *node);
    node->value = 7;
    slot = node;
    sem_post(&filled);
    return argument;
}

void *consumer(void *argument)
{
    sem_wait(&filled);
    struct node *node = slot;
    assert(node->value == 7);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&filled, 0, 0);
    pthread_create(&first, NULL, producer, NULL);
    pthread_create(&second, NULL, consumer, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    free(slot);
    return 0;
}
