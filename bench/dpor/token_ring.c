/* A token goes round among N threads, each of which waits for it on a condition of its own. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t conditions[N];
int token;

static void *hand_over(void *argument)
{
    int own = (int)(long)argument;
    pthread_mutex_lock(&mutex);
    while (token != own)
        pthread_cond_wait(&conditions[own], &mutex);
    token = own + 1;
    pthread_cond_signal(&conditions[(own + 1) % N]);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        pthread_cond_init(&conditions[i], 0);
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, hand_over, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    assert(token == N);
    return 0;
}
