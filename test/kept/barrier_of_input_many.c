#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
pthread_barrier_t barrier;
void *thread_1(void *argument)
{
    int count = ((int)(long)argument & 1) + 1;
    pthread_barrier_init(&barrier, NULL, count);
    return argument;
}
int main(void)
{
    int in1 = __VERIFIER_nondet_int();
    __VERIFIER_assume(in1 >= 0 && in1 <= 1);
    pthread_t thread;
    pthread_create(&thread, NULL, thread_1, (void *)(long)in1);
    pthread_join(thread, NULL);
    return 0;
}
