#include <pthread.h>
#include <stdatomic.h>
atomic_int x = 0;
atomic_int y = 1;
void *thread_1(void *argument)
{
    int *cell = argument;
    *cell = x ^ 2;
    y = 1;
    return argument;
}
int main(void)
{
    int number = 0;
    int *cell = &number;
    pthread_t t1, t2;
    pthread_create(&t1, 0, thread_1, cell);
    pthread_create(&t2, 0, thread_1, cell);
    y = 3;
    if (*cell==24) y=2;
    pthread_join(t1, 0);
    return 0;
}
