/* The trying calls say EBUSY against a writer, a reader lets readers in; the timed ones run out of time. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *against_reader(void *argument)
{
    struct timespec past = {0, 0};
    int status = pthread_rwlock_tryrdlock(&lock);
    assert(status == 0);
    pthread_rwlock_unlock(&lock);
    status = pthread_rwlock_trywrlock(&lock);
    assert(status == EBUSY);
    status = pthread_rwlock_timedwrlock(&lock, &past);
    assert(status == ETIMEDOUT);
    return argument;
}

void *against_writer(void *argument)
{
    struct timespec past = {0, 0};
    int status = pthread_rwlock_tryrdlock(&lock);
    assert(status == EBUSY);
    status = pthread_rwlock_timedrdlock(&lock, &past);
    assert(status == ETIMEDOUT);
    return argument;
}

int main(void)
{
    pthread_t other;
    pthread_rwlock_rdlock(&lock);
    pthread_create(&other, NULL, against_reader, NULL);
    pthread_join(other, NULL);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&lock);
    pthread_create(&other, NULL, against_writer, NULL);
    pthread_join(other, NULL);
    pthread_rwlock_unlock(&lock);
    return 0;
}
