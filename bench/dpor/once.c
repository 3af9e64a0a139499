/* N threads see to it that something is done once: N orders. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

pthread_once_t control = PTHREAD_ONCE_INIT;
int done;

static void prepare(void)
{
    done++;
}

static void *use(void *argument)
{
    pthread_once(&control, prepare);
    assert(done == 1);
    return argument;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, use, 0);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
