/* The reader does not take the lock and may see one half written. */
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
    int copy = a;
    assert(copy == b);
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
