/* One thread goes round for ever with calls that wait for some time only, while another waits for what it never gives up. */
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static sem_t done;

static void *take_both(void *argument)
{
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    sem_post(&done);
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return argument;
}

static int is_done(void)
{
    const struct timespec end = {1, 0};
#ifdef LOCK
    if (pthread_mutex_timedlock(&first, &end))
        return 0;
    pthread_mutex_unlock(&first);
    return 1;
#else
    return sem_timedwait(&done, &end) == 0;
#endif
}

static void *look(void *argument)
{
    pthread_mutex_lock(&second);
#ifdef RIGHT
    pthread_mutex_unlock(&second);
#endif
    while (!is_done())
        ;
#ifndef RIGHT
    pthread_mutex_unlock(&second);
#endif
    return argument;
}

int main(void)
{
    pthread_t taker, looker;
    sem_init(&done, 0, 0);
    pthread_create(&taker, NULL, take_both, NULL);
    pthread_create(&looker, NULL, look, NULL);
    pthread_join(taker, NULL);
    pthread_join(looker, NULL);
    return 0;
}
