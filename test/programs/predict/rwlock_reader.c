/* The reader sees both halves or none. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int a;
int b;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *writer(void *argument)
{
    pthread_rwlock_wrlock(&lock);
    a = 1;
    b = 1;
    pthread_rwlock_unlock(&lock);
    return argument;
}

void *reader(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    int copy = a;
    assert(copy == b);
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, NULL, writer, NULL);
    pthread_create(&second, NULL, reader, NULL);
    pthread_create(&third, NULL, reader, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    pthread_join(third, NULL);
    return 0;
}
