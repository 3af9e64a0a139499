/* Readers do not keep each other out: an attempt to read fails only for a writer, and there is none. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value, seen;

void *look(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    seen = value;
    pthread_rwlock_unlock(&lock);
    return argument;
}

void *glance(void *argument)
{
    int status = pthread_rwlock_tryrdlock(&lock);
    assert(status == 0);
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, look, NULL);
    pthread_create(&second, NULL, glance, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
