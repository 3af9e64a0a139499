/* The structure is copied under the lock under which it is written. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct pair {
    long left;
    long right;
};

struct pair shared;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *writer(void *argument)
{
    struct pair next = {1, 1};
    pthread_mutex_lock(&lock);
    shared = next;
    pthread_mutex_unlock(&lock);
    return argument;
}

void *reader(void *argument)
{
    pthread_mutex_lock(&lock);
    struct pair copy = shared;
    pthread_mutex_unlock(&lock);
    assert(copy.left == copy.right);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, writer, NULL);
    pthread_create(&second, NULL, reader, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
