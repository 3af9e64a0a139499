/*
 * As fig1.c, but both sections of the first thread write 1 to x: now the maximal causal model predicts the error,
 * too, since the second thread reads the same 1 between the sections as after them.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int x;
int y;
sem_t l;

void *first(void *argument)
{
    int a = x;
    sem_wait(&l);
    x = 1 + a;
    sem_post(&l);
    y = 1 + a;
    sem_wait(&l);
    x = 1 + a;
    sem_post(&l);
    return argument;
}

void *second(void *argument)
{
    int b = 0;
    sem_wait(&l);
    if (x > b) {
        assert(y == 1);
    }
    sem_post(&l);
    return argument;
}

int main(void)
{
    pthread_t t1, t2;
    sem_init(&l, 0, 1);
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
