/* The thread ends between the lock and its handler. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void unlock(void *argument)
{
    pthread_mutex_unlock(argument);
}

static void *run(void *argument)
{
    pthread_mutex_lock(&mutex);
    if (argument)
        pthread_exit(NULL);
    pthread_cleanup_push(unlock, &mutex);
    pthread_exit(NULL);
    pthread_cleanup_pop(1);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, run, NULL);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, run, &second);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(second, NULL);
    return 0;
}
