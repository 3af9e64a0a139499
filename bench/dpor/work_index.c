/* N threads share M tasks: each takes the next one by adding to an index, until there is none. Each task goes to
 * any of them, and at the end each finds in some order that nothing is left: N^M * N! orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#ifndef M
#define M 2
#endif

atomic_int next;
int done[M];

static void *work(void *argument)
{
    for (;;) {
        int task = atomic_fetch_add(&next, 1);
        if (task >= M)
            return argument;
        done[task]++;
    }
}

int main(void)
{
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < M; i++)
        assert(done[i] == 1);
    return 0;
}
