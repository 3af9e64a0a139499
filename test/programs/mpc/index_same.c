/* As index_apart.c, but both threads may choose element 1. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int table[3];

void *first(void *argument)
{
    int here = __VERIFIER_nondet_int();
    __VERIFIER_assume((here >= 0) & (here < 2));
    table[here] = 1;
    assert(table[here] == 1);
    return argument;
}

void *second(void *argument)
{
    int there = __VERIFIER_nondet_int();
    __VERIFIER_assume((there >= 1) & (there < 3));
    table[there] = 2;
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
