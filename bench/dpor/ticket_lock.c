/* N threads draw a ticket and wait for their turn. The order of the tickets is the only one: N! orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

atomic_int next, served;
int done;

static void *work(void *argument)
{
    int ticket = atomic_fetch_add(&next, 1);
    while (atomic_load(&served) != ticket)
        ;
    assert(done == ticket);
    done++;
    atomic_store(&served, ticket + 1);
    return argument;
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    assert(done == N);
    return 0;
}
