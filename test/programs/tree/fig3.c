/*
 * Fig. 3 of "Assertion Guided Symbolic Execution of Multithreaded Programs" with K = 3 segments: in each, one variable
 * is written by one thread and read by the other, and no segment has to do with another.
 *
 * Interleavings: three writes beside three reads: C(6,3) = 20, which is what se takes. dpor: 2^3 = 8, because only the
 * order within a segment matters. ag: K + 1 = 4, one full run and one partial one for each segment.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int x, y, z;

void *read_all(void *argument)
{
    int a = x;
    assert(a <= 10);
    int b = y;
    assert(b <= 10);
    int c = z;
    assert(c <= 10);
    return argument;
}

void *write_all(void *argument)
{
    x = 10;
    y = 10;
    z = 10;
    return argument;
}

int main(void)
{
    pthread_t reader, writer;
    pthread_create(&reader, NULL, read_all, NULL);
    pthread_create(&writer, NULL, write_all, NULL);
    pthread_join(reader, NULL);
    pthread_join(writer, NULL);
    return 0;
}
