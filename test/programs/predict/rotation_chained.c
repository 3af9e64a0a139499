/* Semaphores keep the order of creation. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int a = 7;
int b;
int c;
int d;
sem_t first_done;
sem_t second_done;

void *one(void *argument)
{
    b = a;
    sem_post(&first_done);
    return argument;
}

void *two(void *argument)
{
    sem_wait(&first_done);
    c = b;
    sem_post(&second_done);
    return argument;
}

void *three(void *argument)
{
    sem_wait(&second_done);
    d = c;
    return argument;
}

int main(void)
{
    pthread_t first, second, third;
    sem_init(&first_done, 0, 0);
    sem_init(&second_done, 0, 0);
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, two, NULL);
    pthread_create(&third, NULL, three, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    pthread_join(third, NULL);
    assert(d == 7);
    return 0;
}
