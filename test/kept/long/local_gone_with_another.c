#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int *_Atomic p;
_Thread_local int own;
void *thread_1(void *argument)
{
    int before = 0, behind = 0;
    p = &before;
    if (x == 0) {
        if (x == 1)
            y = 1;
        p = &behind;
        x = 1;
    }
    return argument;
}
void *thread_2(void *argument)
{
    p = &own;
    if (x == 0) {
        int *q = p;
        *q = 0;
        q = p;
        *q = 2;
    }
    return argument;
}
void *thread_3(void *argument)
{
    int *q = p;
    if (q)
        *q = 0;
    y = 2;
    pthread_join((pthread_t)argument, 0);
    return 0;
}
int main(void)
{
    int local = 0;
    pthread_t t1, t2, t3;
    p = &local;
    pthread_create(&t1, 0, thread_1, 0);
    pthread_create(&t2, 0, thread_2, 0);
    pthread_create(&t3, 0, thread_3, (void *)t2);
    pthread_join(t1, 0);
    pthread_join(t3, 0);
    return 0;
}
