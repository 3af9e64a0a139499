/* Locals that are still locked when their calls return exclude nobody: each thread has its own, and an update is lost. */
#include <assert.h>
#include <pthread.h>

static int total;

static void leave_locked(void)
{
    pthread_mutex_t mutex;
    pthread_mutex_init(&mutex, NULL);
    pthread_mutex_lock(&mutex);
}

static void *work(void *unused)
{
    (void)unused;
    for (int i = 0; i < 34; i++)
        leave_locked();
    total++;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    assert(total == 2);
    return 0;
}
