/* The increment after a successful trylock meets one without the lock. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int data;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *polite(void *argument)
{
    if (pthread_mutex_trylock(&lock) == 0) {
        data = data + 1;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

void *other(void *argument)
{
    data = data + 1;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, polite, NULL);
    pthread_create(&second, NULL, other, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(data == 2);
    return 0;
}
