// Four threads measure the time they take. No clock goes back, whoever else reads it in between.
#include <assert.h>
#include <pthread.h>
#include <time.h>

enum { THREADS = 4 };

static long elapsed[THREADS];

static void *work(void *argument)
{
    long *own = argument;
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    clock_gettime(CLOCK_MONOTONIC, &end);
    *own = end.tv_sec - begin.tv_sec;
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, &elapsed[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        assert(elapsed[i] >= 0);
    return 0;
}
