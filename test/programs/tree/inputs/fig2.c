/*
 * Fig. 2 of "Assertion Guided Symbolic Execution of Multithreaded Programs": x begins with any value up to 10. What is
 * read second is never smaller.
 *
 * se: the two writes beside the two reads, C(4,2) = 6 runs. dpor: also 6, every order of reads and writes gives other
 * values. ag: 5, of which 4 are pruned. The first run is written, written, read, read. The second is cut before the
 * second read (a <= x is known to be enough there), the third at the end, the fourth after read, written (a <= 20 and
 * a <= x), which saves one, the last after read, read, where a = b.
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
    __VERIFIER_assume(x <= 10);
    pthread_create(&writer, NULL, write_twice, NULL);
    pthread_create(&reader, NULL, read_twice, NULL);
    pthread_join(writer, NULL);
    pthread_join(reader, NULL);
    return 0;
}
