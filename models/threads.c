/*
 * threads.h of C11 on top of POSIX threads, with glibc's types and result codes: mtx_t, cnd_t, tss_t and once_flag are
 * the objects of their POSIX counterparts, so the machine sees only those.
 */
#include "model.h"

enum { thrd_success, thrd_busy, thrd_error, thrd_nomem, thrd_timedout };
enum { mtx_plain = 0, mtx_recursive = 1, mtx_timed = 2 };

int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *), void *argument);
int pthread_join(pthread_t thread, void **result);
int pthread_detach(pthread_t thread);
int pthread_mutex_init(void *mutex, const int *attributes);
int pthread_mutex_destroy(void *mutex);
int pthread_mutex_lock(void *mutex);
int pthread_mutex_trylock(void *mutex);
int pthread_mutex_timedlock(void *mutex, const struct timespec *time);
int pthread_mutex_unlock(void *mutex);
int pthread_cond_init(void *condition, const int *attributes);
int pthread_cond_destroy(void *condition);
int pthread_cond_wait(void *condition, void *mutex);
int pthread_cond_timedwait(void *condition, void *mutex, const struct timespec *time);
int pthread_cond_signal(void *condition);
int pthread_cond_broadcast(void *condition);

static int thread_result(int error)
{
    switch (error) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ENOMEM:
        return thrd_nomem;
    case ETIMEDOUT:
        return thrd_timedout;
    default:
        return thrd_error;
    }
}

/* The function returns int where pthread_create wants a pointer: the machine passes either as a word. */
int thrd_create(pthread_t *thread, int (*function)(void *), void *argument)
{
    int error = pthread_create(thread, NULL, (void *(*)(void *))(void (*)(void))function, argument);
    return error == EAGAIN ? thrd_nomem : thread_result(error);
}

int thrd_join(pthread_t thread, int *result)
{
    void *value;
    int error = pthread_join(thread, &value);
    if (!error && result) {
        *result = (int)(intptr_t)value;
    }
    return thread_result(error);
}

int thrd_detach(pthread_t thread)
{
    return thread_result(pthread_detach(thread));
}

pthread_t thrd_current(void)
{
    return pthread_self();
}

int thrd_equal(pthread_t left, pthread_t right)
{
    return left == right;
}

_Noreturn void thrd_exit(int result)
{
    pthread_exit((void *)(intptr_t)result);
}

void thrd_yield(void)
{
    __raddle_yield();
}

int thrd_sleep(const struct timespec *duration, struct timespec *remaining)
{
    (void)remaining;
    if (!is_timespec(duration) || duration->tv_sec < 0) {
        return -2;
    }
    __raddle_yield();
    return 0;
}

int mtx_init(void *mutex, int type)
{
    int attributes = type & mtx_recursive;
    if (type & ~(mtx_recursive | mtx_timed)) {
        return thrd_error;
    }
    return thread_result(pthread_mutex_init(mutex, &attributes));
}

void mtx_destroy(void *mutex)
{
    pthread_mutex_destroy(mutex);
}

int mtx_lock(void *mutex)
{
    return thread_result(pthread_mutex_lock(mutex));
}

int mtx_trylock(void *mutex)
{
    return thread_result(pthread_mutex_trylock(mutex));
}

int mtx_timedlock(void *restrict mutex, const struct timespec *restrict time)
{
    return thread_result(pthread_mutex_timedlock(mutex, time));
}

int mtx_unlock(void *mutex)
{
    return thread_result(pthread_mutex_unlock(mutex));
}

int cnd_init(void *condition)
{
    return thread_result(pthread_cond_init(condition, NULL));
}

void cnd_destroy(void *condition)
{
    pthread_cond_destroy(condition);
}

int cnd_wait(void *condition, void *mutex)
{
    return thread_result(pthread_cond_wait(condition, mutex));
}

int cnd_timedwait(void *restrict condition, void *restrict mutex, const struct timespec *restrict time)
{
    return thread_result(pthread_cond_timedwait(condition, mutex, time));
}

int cnd_signal(void *condition)
{
    return thread_result(pthread_cond_signal(condition));
}

int cnd_broadcast(void *condition)
{
    return thread_result(pthread_cond_broadcast(condition));
}

void call_once(pthread_once_t *control, void (*routine)(void))
{
    pthread_once(control, routine);
}

int tss_create(pthread_key_t *key, void (*destructor)(void *))
{
    return thread_result(pthread_key_create(key, destructor));
}

void *tss_get(pthread_key_t key)
{
    return pthread_getspecific(key);
}

int tss_set(pthread_key_t key, void *value)
{
    return thread_result(pthread_setspecific(key, value));
}

void tss_delete(pthread_key_t key)
{
    pthread_key_delete(key);
}
