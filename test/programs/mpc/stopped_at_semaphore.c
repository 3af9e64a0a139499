// The assertion fails if the taker keeps the semaphore after the reader has passed it; other runs have the reader wait there.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int kept, asked;

static void *taker(void *argument)
{
    sem_wait(&semaphore);
    if (asked == 1)
        kept = 1;
    else
        sem_post(&semaphore);
    return argument;
}

static void *reader(void *argument)
{
    sem_wait(&semaphore);
    sem_post(&semaphore);
    assert(kept == 0);
    return argument;
}

static void *writer(void *argument)
{
    asked = 1;
    return argument;
}

int main(void)
{
    pthread_t one, two, three;
    sem_init(&semaphore, 0, 1);
    pthread_create(&one, NULL, taker, NULL);
    pthread_create(&two, NULL, reader, NULL);
    pthread_create(&three, NULL, writer, NULL);
    return 0;
}
