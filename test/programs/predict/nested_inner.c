/* Both threads hold the inner lock where they touch what it guards. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int data;
pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;

void *both(void *argument)
{
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&inner);
    pthread_mutex_unlock(&outer);
    data = data + 1;
    pthread_mutex_unlock(&inner);
    return argument;
}

void *one(void *argument)
{
    pthread_mutex_lock(&inner);
    data = data + 1;
    pthread_mutex_unlock(&inner);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, both, NULL);
    pthread_create(&second, NULL, one, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(data == 2);
    return 0;
}
