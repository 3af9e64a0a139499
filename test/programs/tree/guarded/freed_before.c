// What follows the end of the block's life in the section is not done together with it: main, which looks without the lock,
// stands beside either.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t sem;
static int *box;

static void *empty(void *unused)
{
    pthread_mutex_lock(&lock);
    sem_post(&sem);
    free(box);
    box = NULL;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    sem_init(&sem, 0, 0);
    box = malloc(sizeof *box);
    pthread_t thread;
    pthread_create(&thread, NULL, empty, NULL);
    if (sem_trywait(&sem) == 0 && box)
        *box = 0;
    pthread_join(thread, NULL);
}
