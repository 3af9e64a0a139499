/* Two attempts may both fail, each in a section of its own; that they never do is wrong. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int failures;

void *hold(void *argument)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

void *attempt(void *argument)
{
    for (int i = 0; i < 2; i++) {
        if (pthread_mutex_trylock(&lock) == 0) {
            pthread_mutex_unlock(&lock);
        } else {
            failures++;
        }
    }
    assert(failures < 2);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, hold, NULL);
    pthread_create(&second, NULL, attempt, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
