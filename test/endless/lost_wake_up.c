/* The consumer looks before it takes the lock: if the producer fills the slot and signals in between, the signal is
   lost and both wait for ever. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static sem_t room;
static atomic_int full;

static void *consume(void *unused)
{
    for (;;) {
        if (!atomic_load(&full)) {
            pthread_mutex_lock(&lock);
            pthread_cond_wait(&changed, &lock);
            pthread_mutex_unlock(&lock);
        }
        if (atomic_exchange(&full, 0))
            sem_post(&room);
    }
    return unused;
}

static void *produce(void *unused)
{
    for (;;) {
        sem_wait(&room);
        atomic_store(&full, 1);
        pthread_mutex_lock(&lock);
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t consumer, producer;
    sem_init(&room, 0, 1);
    pthread_create(&consumer, 0, consume, 0);
    pthread_create(&producer, 0, produce, 0);
    pthread_join(consumer, 0);
    pthread_join(producer, 0);
    return 0;
}
