#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

int x = 1;
int y = 2;
int *gp = &y;
int *targets[2] = {&x, &y};
pthread_mutex_t la = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t cv = PTHREAD_COND_INITIALIZER;

void *thread_1(void *argument)
{
    y = 3;
    pthread_mutex_lock(&la);
    pthread_cond_wait(&cv, &la);
}
void *thread_2(void *argument)
{
    int path = 0;
    *gp = 2;
    int a1 = *targets[1 & 1];
    assert(!((y == 1)));
    return (void *)(long)path;
}
void *thread_3(void *argument)
{
    pthread_mutex_lock(&la);
    if (y != 2) {
        pthread_cond_wait(&cv, &la);
    }
    pthread_mutex_unlock(&la);
    y = 1;
    assert(!((x == 1)));
}
int main(void)
{
    pthread_t t1;
    pthread_t t2;
    pthread_t t3;
    pthread_create(&t1, NULL, thread_1, (void *)(long)3);
    pthread_create(&t2, NULL, thread_2, (void *)(long)3);
    pthread_create(&t3, NULL, thread_3, (void *)(long)1);
    void *r1;
    pthread_join(t1, &r1);
    void *r2;
    pthread_join(t2, &r2);
    void *r3;
    pthread_join(t3, &r3);
    return 0;
}
