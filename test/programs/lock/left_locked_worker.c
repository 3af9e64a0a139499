/* Whoever gets the local mutex last leaves it locked, and its frame ends. If that is the creator all is well; if the worker is
   the first, the creator waits for ever. The mutex of the second call may be in the place of the first call's. */
#include <pthread.h>

static void *take(void *mutex)
{
    pthread_mutex_lock(mutex);
    return NULL;
}

static void use(int shared)
{
    pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    pthread_t thread;
    if (shared)
        pthread_create(&thread, NULL, take, &own);
    pthread_mutex_lock(&own);
    if (shared) {
        pthread_mutex_unlock(&own);
        pthread_join(thread, NULL);
    }
}

int main(void)
{
    use(0);
    use(1);
    use(0);
    return 0;
}
