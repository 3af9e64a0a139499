/* Any number of readers and writers, but who changes has the lock to read only. */
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static unsigned version;
static void *change(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    version++;
    pthread_rwlock_unlock(&lock);
    return unused;
}
static void *compare(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    unsigned before = version;
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
