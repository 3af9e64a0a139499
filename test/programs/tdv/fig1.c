/* Fig. 1 of "Trace-Driven Verification of Multithreaded Programs". With a = 1 and b = 0 the run that executes one thread
 * after the other passes. Of its ten interleavings eight are feasible, and in three of these line 24 fails: y is 1. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

int a, b;
volatile int y;
int complex_result;

void complexA(void)
{
    complex_result += 2;
}

void *foo(void *argument)
{
    y = a + 1;
    if (y < 2)
        complexA();
    else
        assert(y >= 2);
    return argument;
}

void *bar(void *argument)
{
    if (b >= 0)
        y = b + 1;
    else
        complexA();
    return argument;
}

int main(void)
{
    pthread_t first, second;
    a = __VERIFIER_nondet_int();
    b = __VERIFIER_nondet_int();
    pthread_create(&first, NULL, foo, NULL);
    pthread_create(&second, NULL, bar, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
