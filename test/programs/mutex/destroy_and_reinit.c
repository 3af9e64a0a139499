/* A destroyed mutex may be initialised again. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock;
int counter;

void *increment(void *argument)
{
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    for (int round = 1; round <= 2; round++) {
        pthread_t first, second;
        pthread_mutex_init(&lock, NULL);
        pthread_create(&first, NULL, increment, NULL);
        pthread_create(&second, NULL, increment, NULL);
        pthread_join(first, NULL);
        pthread_join(second, NULL);
        assert(counter == 2 * round);
        pthread_mutex_destroy(&lock);
    }
    return 0;
}
