/* The thread that should post takes the path that does not. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t done;
int failed;

void *work(void *argument)
{
    if (failed) {
        return NULL;
    }
    sem_post(&done);
    return argument;
}

int main(void)
{
    pthread_t worker;
    sem_init(&done, 0, 0);
    pthread_create(&worker, NULL, work, NULL);
    failed = 1;
    sem_wait(&done);
    pthread_join(worker, NULL);
    return 0;
}
