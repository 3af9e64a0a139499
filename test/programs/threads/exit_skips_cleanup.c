/* The early pthread_exit skips the statement that the caller relies on. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int stop;
int cleaned;

void *work(void *argument)
{
    if (stop) {
        pthread_exit(NULL);
    }
    cleaned = 1;
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    stop = 1;
    pthread_join(worker, NULL);
    assert(cleaned);
    return 0;
}
