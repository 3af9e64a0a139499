// main fills a table before it creates the threads. No other thread sees that happen: it is no matter of order, and of
// no weight. The threads add what stands in one element: 7 each.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef ADDED
#define ADDED 7
#endif
#ifndef N
#define N 5000
#endif
static int *table, sum;
static int *const *alias = &table;

static void *add(void *argument)
{
    __atomic_fetch_add(&sum, (*alias)[ADDED], __ATOMIC_SEQ_CST);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    table = malloc(N * sizeof *table);
    for (int i = 0; i < N; i++)
        table[i] = i;
    for (int i = 1; i < N; i++)
        table[i] = table[i] + table[i - 1] - (i - 1);
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sum == 14);
    return 0;
}
