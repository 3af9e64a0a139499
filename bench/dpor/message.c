/* One thread stores a message and then sets a flag, N others read the flag and then the message, whatever the flag
 * is. Of the four pairs of values one cannot be: 3^N orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

atomic_int message, flag;
int told[N], seen[N];

static void *receive(void *argument)
{
    long number = (long)argument;
    told[number] = atomic_load(&flag);
    seen[number] = atomic_load(&message);
    return 0;
}

static void *send(void *argument)
{
    atomic_store(&message, 1);
    atomic_store(&flag, 1);
    return argument;
}

int main(void)
{
    pthread_t threads[N + 1];
    pthread_create(&threads[N], 0, send, 0);
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, receive, (void *)i);
    for (int i = 0; i <= N; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < N; i++)
        assert(!told[i] || seen[i]);
    return 0;
}
