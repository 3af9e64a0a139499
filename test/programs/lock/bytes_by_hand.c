/*
 * The bytes of a mutex are overwritten, as by a memset of the structure that it is in: they say that it is locked, by a
 * thread that does not exist.
 */
#include <pthread.h>
#include <string.h>

static struct session {
    int length;
    pthread_mutex_t mutex;
} session = {0, PTHREAD_MUTEX_INITIALIZER};

static void *work(void *unused)
{
    pthread_mutex_lock(&session.mutex);
    session.length++;
    pthread_mutex_unlock(&session.mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    memset(&session, 0xff, sizeof session);
#ifdef RIGHT
    pthread_mutex_init(&session.mutex, NULL);
#endif
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
