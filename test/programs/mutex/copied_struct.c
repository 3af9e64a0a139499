/* Each thread gets its own copy of the handle, and with it its own copy of the lock: it protects nothing. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct handle {
    pthread_mutex_t lock;
    int *value;
};

void *increment(void *argument)
{
    struct handle *handle = argument;
    pthread_mutex_lock(&handle->lock);
    (*handle->value)++;
    pthread_mutex_unlock(&handle->lock);
    return NULL;
}

int value;

int main(void)
{
    pthread_t first, second;
    struct handle one = {PTHREAD_MUTEX_INITIALIZER, &value};
    struct handle two = one;
    pthread_create(&first, NULL, increment, &one);
    pthread_create(&second, NULL, increment, &two);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(value == 2);
    return 0;
}
