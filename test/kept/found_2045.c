#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

pthread_mutex_t la = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lb = PTHREAD_MUTEX_INITIALIZER;
void initialise(void)
{
}

void *thread_1(void *argument)
{
    int path = 0;
    pthread_mutex_lock(&lb);
    path += 2;
    pthread_mutex_unlock(&lb);
    return (void *)(long)path;
}
void *thread_2(void *argument)
{
    int path = 0;
    path += 1;
    if (pthread_mutex_trylock(&lb) == 0) {
        path += 2;
    }
    return (void *)(long)path;
}
int main(void)
{
    pthread_t t1;
    pthread_t t2;
    pthread_create(&t1, NULL, thread_1, (void *)(long)0);
    pthread_create(&t2, NULL, thread_2, (void *)(long)1);
    void *r1;
    pthread_join(t1, &r1);
    void *r2;
    pthread_join(t2, &r2);
    assert(!(((long)r1 == 2) & ((long)r2 == 3)));
    return 0;
}
