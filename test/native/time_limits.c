/* Times that are none: what every call that takes a limit of time says of them, and when it looks. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void look_at_mutex(const struct timespec *time)
{
    int taken = pthread_mutex_timedlock(&mutex, time);
    printf("mutex %d", taken);
    printf(" %d", pthread_mutex_timedlock(&mutex, time));
    printf(" %d", pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, time));
    printf(" %d", pthread_mutex_clocklock(&mutex, CLOCK_PROCESS_CPUTIME_ID, time));
    printf(" condition %d", pthread_cond_timedwait(&condition, &mutex, time));
    printf(" %d", pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, time));
    printf(" %d\n", pthread_cond_clockwait(&condition, &mutex, CLOCK_PROCESS_CPUTIME_ID, time));
    pthread_mutex_unlock(&mutex);
}

static void look_at_lock(const struct timespec *time)
{
    int taken = pthread_rwlock_timedrdlock(&lock, time);
    printf("read-write lock %d", taken);
    printf(" %d", pthread_rwlock_timedwrlock(&lock, time));
    if (taken == 0)
        pthread_rwlock_unlock(&lock);
    taken = pthread_rwlock_clockwrlock(&lock, CLOCK_REALTIME, time);
    printf(" %d", taken);
    printf(" %d\n", pthread_rwlock_clockrdlock(&lock, CLOCK_PROCESS_CPUTIME_ID, time));
    if (taken == 0)
        pthread_rwlock_unlock(&lock);
}

static void look_at_semaphore(const struct timespec *time)
{
    sem_t semaphore;
    sem_init(&semaphore, 0, 1);
    for (int i = 0; i < 2; i++) {
        errno = 0;
        int result = sem_timedwait(&semaphore, time);
        printf("semaphore %d %d", result, errno);
        errno = 0;
        result = sem_clockwait(&semaphore, CLOCK_REALTIME, time);
        printf(" %d %d\n", result, errno);
    }
}

static void look_at_c11(const struct timespec *time)
{
    mtx_t held;
    cnd_t changed;
    mtx_init(&held, mtx_timed);
    cnd_init(&changed);
    int taken = mtx_timedlock(&held, time);
    printf("mtx %d", taken);
    printf(" %d", mtx_timedlock(&held, time));
    printf(" cnd %d\n", cnd_timedwait(&changed, &held, time));
}

int main(void)
{
    static const struct timespec times[] = {{1, 0}, {1, 999999999}, {1, 1000000000}, {1, -1}, {-1, 0}};
    for (unsigned i = 0; i < sizeof times / sizeof *times; i++) {
        look_at_mutex(&times[i]);
        look_at_lock(&times[i]);
        look_at_semaphore(&times[i]);
        look_at_c11(&times[i]);
    }
    return 0;
}
