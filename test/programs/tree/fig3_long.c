/*
 * Fig. 3 of "Assertion Guided Symbolic Execution of Multithreaded Programs" with K segments, 3 to 12: see fig3.c. dpor
 * takes 2^K runs, ag K + 1.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef K
#define K 12
#endif

int x[K];

#define READ(segment)           \
    {                           \
        int a = x[segment - 1]; \
        assert(a <= 10);        \
    }
#define WRITE(segment) x[segment - 1] = 10;

static void *reader(void *argument)
{
    READ(1)
    READ(2)
    READ(3)
#if K >= 4
    READ(4)
#endif
#if K >= 5
    READ(5)
#endif
#if K >= 6
    READ(6)
#endif
#if K >= 7
    READ(7)
#endif
#if K >= 8
    READ(8)
#endif
#if K >= 9
    READ(9)
#endif
#if K >= 10
    READ(10)
#endif
#if K >= 11
    READ(11)
#endif
#if K >= 12
    READ(12)
#endif
    return argument;
}

static void *writer(void *argument)
{
    WRITE(1)
    WRITE(2)
    WRITE(3)
#if K >= 4
    WRITE(4)
#endif
#if K >= 5
    WRITE(5)
#endif
#if K >= 6
    WRITE(6)
#endif
#if K >= 7
    WRITE(7)
#endif
#if K >= 8
    WRITE(8)
#endif
#if K >= 9
    WRITE(9)
#endif
#if K >= 10
    WRITE(10)
#endif
#if K >= 11
    WRITE(11)
#endif
#if K >= 12
    WRITE(12)
#endif
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, reader, NULL);
    pthread_create(&second, NULL, writer, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
