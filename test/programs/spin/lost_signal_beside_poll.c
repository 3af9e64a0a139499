/* If the signal comes before the wait, main waits for ever; the other thread polls for a flag that nobody sets any more. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
atomic_int stop;

void *poll(void *argument)
{
    while (!atomic_load(&stop)) {
    }
    return argument;
}

void *signal(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_mutex_lock(&mutex);
    pthread_create(&threads[0], NULL, poll, NULL);
    pthread_mutex_unlock(&mutex);
    pthread_create(&threads[1], NULL, signal, NULL);
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}
