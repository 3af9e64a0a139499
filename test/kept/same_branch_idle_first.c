// Of the branches of thread 1 and thread 2, which are the same, the first does not matter at first, and then it does.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

atomic_int a = 0;
atomic_int b = 0;

void *thread_1(void *argument)
{
    long seen = 0;
    _Bool in1 = __VERIFIER_nondet_bool();
    int v1 = in1;
    atomic_compare_exchange_strong(&a, &v1, 2);
    atomic_fetch_and(&a, 1);
    int v2 = 0;
    atomic_compare_exchange_strong(&a, &v2, 2);
    return (void *)seen;
}

void *thread_2(void *argument)
{
    long seen = 0;
    int v3 = 2;
    atomic_compare_exchange_strong(&a, &v3, 2);
    seen = seen * 0 + (v3);
    int v4 = 0;
    atomic_compare_exchange_strong(&b, &v4, 1);
    seen = seen * 3;
    _Bool in2 = __VERIFIER_nondet_bool();
    int v5 = in2;
    seen = seen * 3 + (v5);
    return (void *)seen;
}

int main(void)
{
    pthread_t t1;
    pthread_t t2;
    void *r1;
    void *r2;
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_join(t1, &r1);
    pthread_join(t2, &r2);
    unsigned long all = (unsigned long)(5 * a + 11 * b);
    all = all * 31 + (unsigned long)r2;
    assert(all % 23 != 2);
    return 0;
}
