/* The rwlock is destroyed while a reader may hold it. */
#include <pthread.h>
#include <stddef.h>

pthread_rwlock_t lock;
int started;

void *look(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    started = 1;
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t reader;
    pthread_rwlock_init(&lock, NULL);
    pthread_create(&reader, NULL, look, NULL);
    if (started) {
        pthread_rwlock_destroy(&lock);
    }
    pthread_join(reader, NULL);
    return 0;
}
