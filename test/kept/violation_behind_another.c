#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int y;
int *_Atomic p;
void *thread_1(void *argument)
{
    int inner = 0;
    p = &inner;
    return argument;
}
void *thread_2(void *argument)
{
    y = 1;
    assert(y != 1);
    return argument;
}
void *thread_3(void *argument)
{
    int *q = p;
    if (q)
        *q = 0;
    return argument;
}
int main(void)
{
    pthread_t t1, t2, t3;
    pthread_create(&t1, 0, thread_1, 0);
    pthread_create(&t2, 0, thread_2, 0);
    pthread_create(&t3, 0, thread_3, 0);
    return 0;
}
