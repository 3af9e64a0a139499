#include <pthread.h>
#include <stdatomic.h>
atomic_int y = 0;
_Thread_local int own = 0;
void *thread_2(void *argument)
{
    int *cell = argument;
    *cell = *cell + y;
    return argument;
}
void *thread_1(void *argument)
{
    y = 1;
    pthread_t t2;
    pthread_create(&t2, NULL, thread_2, &own);
    if (y < 2) {
        int v0 = y;
    }
    return argument;
}
int main(void)
{
    pthread_t t1;
    pthread_create(&t1, NULL, thread_1, NULL);
    y = y + 1;
    pthread_join(t1, NULL);
    return 0;
}
