/* Both increments are under the lock. */
#include <pthread.h>
#include <stddef.h>

int data;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void increment(void)
{
    data++;
}

void *careful(void *argument)
{
    pthread_mutex_lock(&lock);
    increment();
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, careful, NULL);
    pthread_create(&second, NULL, careful, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
