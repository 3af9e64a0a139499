/* Both semaphores begin at zero: the three threads run one after the other. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int value;
sem_t first_done;
sem_t second_done;

void *one(void *argument)
{
    value = 1;
    sem_post(&first_done);
    return argument;
}

void *two(void *argument)
{
    sem_wait(&first_done);
    value = value * 3;
    sem_post(&second_done);
    return argument;
}

void *three(void *argument)
{
    sem_wait(&second_done);
    assert(value == 3);
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
    return 0;
}
