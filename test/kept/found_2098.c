#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

int y = 0;
int *gp = &y;

void *thread_1(void *argument)
{
    int path = 0;
    if (*gp != 1) {
        path += 1;
    }
    return (void *)(long)path;
}
void *thread_2(void *argument)
{
    y = 1;
    return NULL;
}
int main(void)
{
    int in0 = 1; // 0 1
    pthread_t t1;
    pthread_t t2;
    pthread_create(&t1, NULL, thread_1, (void *)(long)0);
    pthread_create(&t2, NULL, thread_2, (void *)(long)in0);
    void *r1;
    pthread_join(t1, &r1);
    void *r2;
    pthread_join(t2, &r2);
    assert(!(((long)r1 == 1) & ((long)r2 == 0)));
    assert(!(((long)r1 == 0) & ((long)r2 == 0)));
    return 0;
}
