/* Somebody may be reading: then who only tries does not get the lock to write. */
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void *visit(void *unused)
{
    if (pthread_rwlock_trywrlock(&lock))
        assert(0);
    pthread_rwlock_unlock(&lock);
    return unused;
}
static void *look(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    return unused;
}
int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, visit, 0);
        pthread_detach(thread);
        pthread_create(&thread, 0, look, 0);
        pthread_detach(thread);
    }
}
