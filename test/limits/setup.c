// main fills a large table before there is a second thread.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
enum { N = 3000000 };
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
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sum == 14);
}
