/* N philosophers eat once, and take the fork with the lower number first. Each fork goes to one of its two users
 * first. Who eats has both, so not all of them can be before their neighbour on the same side: 2^N - 2 orders. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif

pthread_mutex_t forks[N];
int uses[N];

static void *eat(void *argument)
{
    int left = (int)(long)argument, right = (left + 1) % N;
    int first = left < right ? left : right, second = left < right ? right : left;
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    uses[left]++;
    uses[right]++;
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    return 0;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], 0);
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], 0, eat, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < N; i++)
        assert(uses[i] == 2);
    return 0;
}
