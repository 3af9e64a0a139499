#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

atomic_int y = 2;
sem_t sem;

void *thread_1(void *argument)
{
    int path = 0;
    y = 2;
    assert(!((y == 1)));
    return (void *)(long)path;
}
void *thread_2(void *argument)
{
    int a2 = y;
    sem_wait(&sem);
}
int main(void)
{
    sem_init(&sem, 0, 0);
    pthread_t t1;
    pthread_t t2;
    pthread_create(&t1, NULL, thread_1, (void *)(long)2);
    pthread_create(&t2, NULL, thread_2, (void *)(long)1);
    while (y < 3) {
    }
    void *r1;
    pthread_join(t1, &r1);
    void *r2;
    pthread_join(t2, &r2);
    return 0;
}
