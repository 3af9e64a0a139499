// The wait begins before a window of predict; that it could have ended without a signal is over there.
#include <pthread.h>
#include <stddef.h>
int x, y, ready;
pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
void *thread_1(void *argument)
{
    pthread_mutex_lock(&lock_a);
    while (!ready)
        pthread_cond_wait(&condition, &lock_a);
    pthread_mutex_unlock(&lock_a);
    return argument;
}
void *thread_2(void *argument)
{
    x = 0;
    x = 0;
    x = 0;
    x = 0;
    ready = 1;
    pthread_cond_signal(&condition);
    return argument;
}
int main(void)
{
    pthread_t t1, t2;
    x = 1; y = 1;
    pthread_create(&t1, NULL, thread_1, NULL);
    pthread_create(&t2, NULL, thread_2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
