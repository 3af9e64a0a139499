/* Two semaphores used as locks, in opposite order. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

sem_t a;
sem_t b;

static void take_both(sem_t *outer, sem_t *inner)
{
    sem_wait(outer);
    sem_wait(inner);
    sem_post(inner);
    sem_post(outer);
}

void *forwards(void *argument)
{
    take_both(&a, &b);
    return argument;
}

void *backwards(void *argument)
{
    take_both(&b, &a);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&a, 0, 1);
    sem_init(&b, 0, 1);
    pthread_create(&first, NULL, forwards, NULL);
    pthread_create(&second, NULL, backwards, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
