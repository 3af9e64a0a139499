/* Whoever cannot wait any longer leaves the sum as it is. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int sum;

void *add(void *argument)
{
    struct timespec soon = {1, 0};
    if (pthread_mutex_timedlock(&lock, &soon) == 0) {
        sum += 3;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, add, NULL);
    pthread_create(&second, NULL, add, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(sum == 6);
    return 0;
}
