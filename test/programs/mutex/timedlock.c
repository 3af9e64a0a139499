/* timedlock either takes the mutex or gives up with ETIMEDOUT; both ways are handled. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;
int given_up;

void *hold(void *argument)
{
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return argument;
}

void *patient(void *argument)
{
    struct timespec deadline = {2000000000, 0};
    int status = pthread_mutex_timedlock(&lock, &deadline);
    if (status == 0) {
        counter++;
        pthread_mutex_unlock(&lock);
    } else {
        assert(status == ETIMEDOUT);
        given_up = 1;
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, hold, NULL);
    pthread_create(&second, NULL, patient, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter + given_up == 2);
    return 0;
}
