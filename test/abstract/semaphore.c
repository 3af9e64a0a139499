/* At most three clients at a time, by a semaphore; the statistics have a lock. Nothing is written where only the semaphore
   keeps others away. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t places;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int served, refused;

static void *serve(void *argument)
{
    if (sem_trywait(&places)) {
        pthread_mutex_lock(&lock);
        refused = (refused + 1) % 1000;
        pthread_mutex_unlock(&lock);
        return argument;
    }
#ifdef NO_LOCK
    served = (served + 1) % 1000;
#else
    pthread_mutex_lock(&lock);
    served = (served + 1) % 1000;
    pthread_mutex_unlock(&lock);
#endif
    sem_post(&places);
    return argument;
}

int main(void)
{
    sem_init(&places, 0, 3);
    for (;;) {
        pthread_t client;
        if (!pthread_create(&client, NULL, serve, NULL))
            pthread_detach(client);
    }
}
