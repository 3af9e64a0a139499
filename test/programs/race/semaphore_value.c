/* What sem_getvalue stores, another thread reads. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t semaphore;
int value;

void *look(void *argument)
{
    int seen = value;
    (void)seen;
    return argument;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 1);
    pthread_create(&thread, NULL, look, NULL);
    sem_getvalue(&semaphore, &value);
    pthread_join(thread, NULL);
    return 0;
}
