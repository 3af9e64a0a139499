// A question that must come to an end.
#include <pthread.h>
#include <stdatomic.h>
atomic_int x = 0;
atomic_int y = 0;
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void *thread_1(void *argument)
{
    __VERIFIER_atomic_begin();
    int a = y;
    __VERIFIER_atomic_end();
    return argument;
}
void *thread_2(void *argument)
{
    __builtin_abort();
    return argument;
}
int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread_1, NULL);
    y = 3;
    pthread_create(&t2, NULL, thread_2, NULL);
    y = 2;
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
