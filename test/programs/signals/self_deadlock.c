/* A handler locks what its own thread holds. */
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void handle(int number)
{
    (void)number;
    pthread_mutex_lock(&mutex);
    count++;
    pthread_mutex_unlock(&mutex);
}

static void *work(void *unused)
{
    pthread_mutex_lock(&mutex);
    raise(SIGUSR1);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t worker;
    signal(SIGUSR1, handle);
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    return 0;
}
