/* The check and the use are one section; on the path that is not taken nothing is asserted. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int level = 5;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *user(void *argument)
{
    pthread_mutex_lock(&lock);
    if (level > 3) {
        assert(level > 3);
    }
    pthread_mutex_unlock(&lock);
    return argument;
}

void *drain(void *argument)
{
    pthread_mutex_lock(&lock);
    level = level - 4;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, user, NULL);
    pthread_create(&second, NULL, drain, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
