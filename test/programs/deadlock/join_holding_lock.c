/*
 * main joins the worker while it holds the lock the worker needs. Both waits stand on one line, so the answer does
 * not depend on which of the two is blocked last.
 */
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void await(const pthread_t *thread)
{
    thread != NULL ? pthread_join(*thread, NULL) : pthread_mutex_lock(&lock);
}

void *work(void *argument)
{
    await(NULL);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    await(&worker);
    pthread_mutex_unlock(&lock);
    return 0;
}
