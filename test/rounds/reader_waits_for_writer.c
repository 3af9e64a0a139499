/* Who reads waits for a flag that main sets, once it may write: that is never. */
#include <pthread.h>
#include <stdatomic.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int flag;
static void *look(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    while (!atomic_load(&flag))
        ;
    pthread_rwlock_unlock(&lock);
    return unused;
}
int main(void)
{
    for (;;) {
        pthread_t reader;
        pthread_create(&reader, 0, look, 0);
        pthread_detach(reader);
        pthread_rwlock_wrlock(&lock);
        atomic_store(&flag, !atomic_load(&flag));
        pthread_rwlock_unlock(&lock);
    }
}
