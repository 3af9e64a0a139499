/* Both threads lock, but not the same mutex, so the increments still interleave. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *increment(void *argument)
{
    pthread_mutex_t *lock = argument;
    pthread_mutex_lock(lock);
    counter++;
    pthread_mutex_unlock(lock);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, increment, &left);
    pthread_create(&second, NULL, increment, &right);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 2);
    return 0;
}
