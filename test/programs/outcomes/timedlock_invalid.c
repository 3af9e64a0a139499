/* The time limit is no time. That is an error where the lock would have to be waited for; a free one is taken. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int balance;

void *withdraw(void *argument)
{
    struct timespec never = {1, 1000000000};
    int status = pthread_mutex_timedlock(&lock, &never);
    if (status == 0) {
        balance--;
        pthread_mutex_unlock(&lock);
    } else {
        assert(status == EINVAL);
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, withdraw, NULL);
    pthread_create(&second, NULL, withdraw, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
