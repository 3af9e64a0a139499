/* The wait gives back its own mutex but not the other one, which the notifier needs. */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;

void pause_here(pthread_cond_t *condition)
{
    condition != NULL ? pthread_cond_wait(condition, &inner) : pthread_mutex_lock(&outer);
}

void *notify(void *argument)
{
    pause_here(NULL);
    pthread_mutex_lock(&inner);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&inner);
    pthread_mutex_unlock(&outer);
    return argument;
}

int main(void)
{
    pthread_t notifier;
    pthread_create(&notifier, NULL, notify, NULL);
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&inner);
    while (!ready) {
        pause_here(&changed);
    }
    pthread_mutex_unlock(&inner);
    pthread_mutex_unlock(&outer);
    pthread_join(notifier, NULL);
    return 0;
}
