/* Each thread has a mutex of its own: the attempts never fail, however short the time. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int numbers[2];

void *add(void *argument)
{
    struct timespec soon = {1, 0};
    int index = *(int *)argument;
    int status = pthread_mutex_timedlock(&locks[index], &soon);
    assert(status == 0);
    pthread_mutex_unlock(&locks[index]);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    numbers[1] = 1;
    pthread_create(&first, NULL, add, &numbers[0]);
    pthread_create(&second, NULL, add, &numbers[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
