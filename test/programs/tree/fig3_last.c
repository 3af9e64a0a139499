/*
 * Fig. 3 of "Assertion Guided Symbolic Execution of Multithreaded Programs" with K = 3 segments, the last of which can
 * fail: when z has been written before it is read.
 *
 * Interleavings: 20 as in fig3.c; z has been written in those in which the last read comes last, C(5,2) = 10, so that
 * the violation cuts nothing short. dpor: 2^3 = 8, of which 4 fail.
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
    assert(c < 10);
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
