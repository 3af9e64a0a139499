#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
int *_Atomic p;
void *thread_1(void *argument)
{
    int *q = p;
    if (q) {
        *q = 1;
        assert(x == 0);
    }
    return argument;
}
int main(void)
{
    pthread_t t1;
    pthread_create(&t1, 0, thread_1, 0);
    {
        int inner = 0;
        p = &inner;
        x = 1;
    }
    pthread_join(t1, 0);
    return 0;
}
