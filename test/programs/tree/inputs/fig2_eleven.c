/*
 * Fig. 2 of "Assertion Guided Symbolic Execution of Multithreaded Programs" with 11 instead of 10, which the paper
 * also speaks of: 11 is read, 10 is written, 10 is read.
 *
 * se and dpor: 6 orders of the two writes and the two reads, and in this one the inputs are split, because only 11
 * fails: 7 runs. ag must not prune the run that has read and written 10: a <= 20 is implied there, a <= x is not.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int x;

void *write_twice(void *argument)
{
    x = 10;
    x = 20;
    return argument;
}

void *read_twice(void *argument)
{
    int a = x;
    int b = x;
    assert(a <= b);
    return argument;
}

int main(void)
{
    pthread_t writer, reader;
    x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x <= 11);
    pthread_create(&writer, NULL, write_twice, NULL);
    pthread_create(&reader, NULL, read_twice, NULL);
    pthread_join(writer, NULL);
    pthread_join(reader, NULL);
    return 0;
}
