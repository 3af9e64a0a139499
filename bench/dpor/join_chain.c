/* Thread i waits for thread i - 1 to end and reads what it has left; main waits for the last one only. With -DALL
 * each leaves its own, and main waits for all, the last one first. One order. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

pthread_t threads[N];
int left[N];

static void *follow(void *argument)
{
    long number = (long)argument;
#ifdef ALL
    left[number] = (int)number + 1;
#else
    if (number)
        pthread_join(threads[number - 1], 0);
    left[number] = number ? left[number - 1] + 1 : 1;
#endif
    return 0;
}

int main(void)
{
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, follow, (void *)i);
#ifdef ALL
    for (int i = N - 1; i >= 0; i--)
        pthread_join(threads[i], 0);
#else
    pthread_join(threads[N - 1], 0);
#endif
    for (int i = 0; i < N; i++)
        assert(left[i] == i + 1);
    return 0;
}
