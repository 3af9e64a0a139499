/*
 * Fig. 9 of "Concurrency Verification with Maximal Path Causality", N = 2: the assertion is violated if the other
 * thread adds between the write and the comparison in each round, so that x is never set back.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define N 2

int x;

void *left(void *argument)
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

void *right(void *argument)
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
