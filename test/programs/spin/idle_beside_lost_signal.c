/* A signal is lost while another thread does nothing for ever: main waits in vain. */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int done;

void *work(void *argument)
{
    done = 1;
    pthread_cond_signal(&condition);
    return argument;
}

void *idle(void *argument)
{
    for (;;)
        sched_yield();
    return argument;
}

int main(void)
{
    pthread_t worker, idler;
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&idler, NULL, idle, NULL);
    pthread_mutex_lock(&mutex);
    while (!done)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    exit(0);
}
