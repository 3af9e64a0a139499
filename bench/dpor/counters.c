/* N threads count, thread i with counter i modulo M, each counter under a lock of its own. Those with the same
 * counter come in any order: the product of k! over the counters, of which k threads use each. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 4
#endif
#ifndef M
#define M 2
#endif

pthread_mutex_t mutexes[M];
int counters[M];

static void *count(void *argument)
{
    long number = (long)argument % M;
    pthread_mutex_lock(&mutexes[number]);
    counters[number]++;
    pthread_mutex_unlock(&mutexes[number]);
    return 0;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < M; i++)
        pthread_mutex_init(&mutexes[i], 0);
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, count, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < M; i++)
        sum += counters[i];
    assert(sum == N);
    return 0;
}
