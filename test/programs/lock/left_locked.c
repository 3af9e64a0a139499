/* A local mutex that is still locked when its call returns, or its block ends, is gone. Where it was, another one begins,
   on a 32-bit machine at once, on others after some calls. */
#include <assert.h>
#include <pthread.h>

#ifndef CALLS
#define CALLS 40
#endif

static int total;

static void leave_locked(void)
{
    pthread_mutex_t mutex;
    pthread_mutex_init(&mutex, NULL);
    pthread_mutex_lock(&mutex);
    total++;
}

static void *work(void *unused)
{
    (void)unused;
    for (int i = 0; i < CALLS; i++)
        leave_locked();
    for (int i = 0; i < 2; i++) {
        pthread_rwlock_t lock;
        pthread_rwlock_init(&lock, NULL);
        pthread_rwlock_wrlock(&lock);
        total++;
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    assert(total == CALLS + 2);
    return 0;
}
