/*
 * Figure 1 of "Symbolic Predictive Analysis for Concurrent Programs" (Wang, Kundu, Ganai, Gupta): the observed run is
 * the first thread, then the second, and violates nothing. The second thread between the two sections of the first
 * does: x is 2 already, y still 0. The whole run then has two context switches. The maximal causal model does not see
 * it: the second thread would read 2 from x, where it has read 1.
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
    x = 2 + a;
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
