/*
 * Fig. 9 of "Concurrency Verification with Maximal Path Causality": the assertion is violated if the second thread
 * adds between the write and the comparison of the first in every round, so that x is never set back. The comparisons
 * have 2^N combinations of outcomes, all of them reachable; one of them can violate the assertion.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 1
#endif

int x;

static void *left(void *argument)
{
    for (int i = 0; i < N; i++) {
        int tmp = x;
        tmp = tmp + 1;
        x = tmp;
        if (x == tmp) {
            x = 0;
        }
    }
    return argument;
}

static void *right(void *argument)
{
    for (int i = 0; i < N; i++) {
        x++;
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, left, NULL);
    pthread_create(&second, NULL, right, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(x != 2 * N);
    return 0;
}
