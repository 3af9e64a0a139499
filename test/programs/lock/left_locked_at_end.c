/* A thread may end with the mutex, which its creator then destroys. */
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *argument)
{
    pthread_mutex_lock(&mutex);
    if (__VERIFIER_nondet_int() == 12345)
        return argument;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, use, NULL);
    pthread_join(thread, NULL);
    pthread_mutex_destroy(&mutex);
    return 0;
}
