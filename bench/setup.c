// What main does before there is a second thread: fills a table, goes over it, and reads it back.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#ifndef N
#define N 1000000
#endif
enum { ROUNDS = 4 };
static int *table, sum;
static void *add(void *argument)
{
    __atomic_fetch_add(&sum, table[7], __ATOMIC_SEQ_CST);
    return argument;
}
int main(void)
{
    pthread_t a, b;
    table = malloc(N * sizeof *table);
    for (int i = 0; i < N; i++)
        table[i] = i;
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 1; i < N; i++)
            table[i] ^= table[i - 1] & 1;
    for (int i = 0; i < N; i++)
        table[i] = 7;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sum == 14);
}
