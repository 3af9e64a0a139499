/* A writer that finds readers inside goes without writing. */
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

void *change(void *argument)
{
    if (pthread_rwlock_trywrlock(&lock) == 0) {
        value = 1;
        pthread_rwlock_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, look, NULL);
    pthread_create(&second, NULL, change, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(value == 1);
    return 0;
}
