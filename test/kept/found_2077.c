#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

atomic_int y = 0;

void *thread_1(void *argument)
{
    int path = 0;
    path += 1;
    switch (y) {
    case 3: {
        path += 2;
    }
        break;
    default: {
        path += 8;
    }
        break;
    }
    return (void *)(long)path;
}
void *thread_2(void *argument)
{
    int n = (int)(long)argument;
    int path = 0;
    path += 1;
    y = (n ^ 2);
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
    assert(!(((long)r1 == 9) & ((long)r2 == 1)));
    assert(!(((long)r1 == 3) & ((long)r2 == 1)));
    return 0;
}
