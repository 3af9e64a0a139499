/* Every synchronisation object initialised, used and destroyed as the books say. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

int main(void)
{
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    pthread_rwlock_t rwlock;
    pthread_barrier_t barrier;
    pthread_spinlock_t spinlock;
    sem_t semaphore;
    assert(pthread_mutex_init(&mutex, NULL) == 0);
    assert(pthread_cond_init(&condition, NULL) == 0);
    assert(pthread_rwlock_init(&rwlock, NULL) == 0);
    assert(pthread_barrier_init(&barrier, NULL, 1) == 0);
    assert(pthread_spin_init(&spinlock, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(sem_init(&semaphore, 0, 1) == 0);
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_cond_signal(&condition) == 0);
    assert(pthread_rwlock_rdlock(&rwlock) == 0);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(pthread_spin_lock(&spinlock) == 0);
    assert(sem_wait(&semaphore) == 0);
    assert(sem_post(&semaphore) == 0);
    assert(pthread_spin_unlock(&spinlock) == 0);
    assert(pthread_rwlock_unlock(&rwlock) == 0);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(sem_destroy(&semaphore) == 0);
    assert(pthread_spin_destroy(&spinlock) == 0);
    assert(pthread_barrier_destroy(&barrier) == 0);
    assert(pthread_rwlock_destroy(&rwlock) == 0);
    assert(pthread_cond_destroy(&condition) == 0);
    assert(pthread_mutex_destroy(&mutex) == 0);
    return 0;
}
