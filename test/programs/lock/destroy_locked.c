/* main sees that the work is done and destroys the mutex, but the worker may still hold it. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock;
int done;

void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_mutex_init(&lock, NULL);
    pthread_create(&worker, NULL, work, NULL);
    if (done) {
        pthread_mutex_destroy(&lock);
    }
    pthread_join(worker, NULL);
    return 0;
}
