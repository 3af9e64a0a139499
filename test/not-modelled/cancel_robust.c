#include <pthread.h>
int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutex_t mutex;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex, &attributes);
    pthread_mutex_lock(&mutex);
    pthread_cancel(pthread_self());
    pthread_cond_wait(&condition, &mutex);
    return 0;
}
