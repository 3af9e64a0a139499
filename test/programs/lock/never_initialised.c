/* A mutex in malloc'ed memory that nobody has initialised. */
#include <pthread.h>
#include <stdlib.h>

struct queue {
    int length;
    pthread_mutex_t lock;
};

void *work(void *argument)
{
    struct queue *queue = argument;
    pthread_mutex_lock(&queue->lock);
    queue->length++;
    pthread_mutex_unlock(&queue->lock);
    return NULL;
}

int main(void)
{
    pthread_t worker;
    struct queue *queue = malloc(sizeof *queue);
    queue->length = 0;
    pthread_create(&worker, NULL, work, queue);
    pthread_join(worker, NULL);
    free(queue);
    return 0;
}
