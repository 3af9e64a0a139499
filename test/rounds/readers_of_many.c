/* Any number of readers and writers: nothing changes as long as somebody reads. */
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t statistics = PTHREAD_MUTEX_INITIALIZER;
static unsigned version, readings;
static void *change(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    version++;
    pthread_rwlock_unlock(&lock);
    return unused;
}
static void *compare(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    unsigned before = version;
    pthread_mutex_lock(&statistics);
    readings++;
    pthread_mutex_unlock(&statistics);
    assert(version == before);
    pthread_rwlock_unlock(&lock);
    return unused;
}
int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, change, 0);
        pthread_detach(thread);
        pthread_create(&thread, 0, compare, 0);
        pthread_detach(thread);
    }
}
