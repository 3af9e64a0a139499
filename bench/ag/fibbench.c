/*
 * Two threads add to each other's number, N times each. Both begin with 1. Taking turns gives the largest numbers
 * there are, those of Fibonacci, and the assertion denies the last of them. With -DHOLDS it denies what is larger.
 *
 * An addition is two reads and a write, so se has C(6 * N, 3 * N) runs: 924 with N = 2, which is the paper's first
 * row.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

int i = 1;
int j = 1;

static void *add_to_i(void *argument)
{
    for (int n = 0; n < N; n++) {
        i += j;
    }
    return argument;
}

static void *add_to_j(void *argument)
{
    for (int n = 0; n < N; n++) {
        j += i;
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    int before = 1;
    int largest = 1;
    for (int n = 0; n < 2 * N; n++) {
        int next = before + largest;
        before = largest;
        largest = next;
    }
#ifdef HOLDS
    largest++;
#endif
    pthread_create(&first, NULL, add_to_i, NULL);
    pthread_create(&second, NULL, add_to_j, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(i < largest && j < largest);
    return 0;
}
