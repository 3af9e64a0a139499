/* As result_small.c, but the other thread's 20 is not expected. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int shared;
char base[32];

void *first(void *argument)
{
    int value = __VERIFIER_nondet_int();
    __VERIFIER_assume((value >= 0) & (value < 10));
    shared = value;
    int back = shared;
    return (char *)argument + back;
}

void *second(void *argument)
{
    shared = 20;
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    void *result;
    pthread_create(&threads[0], NULL, first, base);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], &result);
    pthread_join(threads[1], NULL);
    assert((char *)result - base < 20);
    return 0;
}
