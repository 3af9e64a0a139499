/* Whether the trylock succeeds or not, no increment gets lost. */
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
    pthread_mutex_lock(&lock);
    data = data + 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, polite, NULL);
    pthread_create(&second, NULL, other, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert((data == 1) | (data == 2));
    return 0;
}
