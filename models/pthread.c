/*
 * The life of a POSIX thread as far as it is plain data: its first function, its end, its keys, once-routines and clean-up
 * handlers. Everything that can block is the machine's.
 *
 * An ending thread reaches its keys, its clean-up handlers and its robust mutexes (robust.c) through pointers that the
 * first use of each sets. A program that uses none pays nothing for them: the tables are not even linked.
 *
 * Tables that all threads share are accessed atomically, so that a data race reported inside a model is a race of the
 * program. Keys are numbered once and never reused; thus a value is looked up without touching shared memory.
 */
#include "model.h"

enum {
    KEY_LIMIT = 128,
    DESTRUCTOR_ROUNDS = 4,
    CLEANUP_LIMIT = 32,
    REALTIME = 0,
    MONOTONIC = 1
};

/* Undefined on purpose: reaching one ends the analysis with its name as the reason. */
void pthread_key_create_beyond_128_keys(void);
void pthread_cleanup_push_beyond_32_levels(void);
void asynchronous_thread_cancellation(void);
_Noreturn void longjmp(void *buffer, int value);

static _Thread_local void (*thread_destroy_values)(void);
static _Thread_local void (*thread_unwind)(void);
_Thread_local void (*model_thread_abandon)(void);
_Thread_local void (*model_thread_announce_end)(void);
_Thread_local int model_cancel_state;

static struct {
    int live;
    void (*destructor)(void *);
} keys[KEY_LIMIT];
static unsigned key_count;

static _Thread_local void *key_values[KEY_LIMIT];
static _Thread_local unsigned key_values_end;

static _Thread_local void *exit_result;
static _Thread_local void *cleanup_buffers[CLEANUP_LIMIT];
static _Thread_local unsigned cleanup_depth;

_Noreturn void pthread_exit(void *result)
{
    exit_result = result;
    model_cancel_state = CANCEL_DISABLED;
    if (thread_unwind) {
        thread_unwind();
    }
    if (thread_destroy_values) {
        thread_destroy_values();
    }
    if (model_thread_abandon) {
        model_thread_abandon();
    }
    if (model_thread_announce_end) {
        model_thread_announce_end();
    }
    __raddle_thread_end(exit_result);
}

/* The machine starts every created thread here. */
void __raddle_thread_main(void *(*start)(void *), void *argument)
{
    pthread_exit(start(argument));
}

int pthread_equal(pthread_t left, pthread_t right)
{
    return left == right;
}

int pthread_once(pthread_once_t *control, void (*routine)(void))
{
    if (__raddle_once_begin(control)) {
        routine();
        __raddle_once_end(control);
    }
    return 0;
}

int __pthread_once(pthread_once_t *control, void (*routine)(void))
{
    return pthread_once(control, routine);
}

/*
 * Limits of time. glibc looks whether one is valid before it does anything else; only of a mutex it does so when it would
 * have to wait.
 */
static _Bool is_clock(clockid_t clock)
{
    return clock == REALTIME || clock == MONOTONIC;
}

/* With a time limit: they give up where they would have to wait; of a wait on a condition variable that is a choice. */
int __raddle_pthread_mutex_timedlock(void *mutex);
int __raddle_pthread_mutex_clocklock(void *mutex);
int __raddle_pthread_cond_timedwait(void *condition, void *mutex);
int __raddle_pthread_cond_clockwait(void *condition, void *mutex);
int __raddle_pthread_rwlock_timedrdlock(void *lock);
int __raddle_pthread_rwlock_timedwrlock(void *lock);
int __raddle_sem_timedwait(void *semaphore);

static int end_attempt(int error, const struct timespec *time)
{
    return error == ETIMEDOUT && !is_timespec(time) ? EINVAL : error;
}

int pthread_mutex_timedlock(void *restrict mutex, const struct timespec *restrict time)
{
    return end_attempt(__raddle_pthread_mutex_timedlock(mutex), time);
}

int pthread_mutex_clocklock(void *restrict mutex, clockid_t clock, const struct timespec *restrict time)
{
    return is_clock(clock) ? end_attempt(__raddle_pthread_mutex_clocklock(mutex), time) : EINVAL;
}

int pthread_cond_timedwait(void *restrict condition, void *restrict mutex, const struct timespec *restrict time)
{
    return is_timespec(time) ? __raddle_pthread_cond_timedwait(condition, mutex) : EINVAL;
}

int pthread_cond_clockwait(void *restrict condition, void *restrict mutex, clockid_t clock,
                           const struct timespec *restrict time)
{
    return is_clock(clock) && is_timespec(time) ? __raddle_pthread_cond_clockwait(condition, mutex) : EINVAL;
}

int pthread_rwlock_timedrdlock(void *restrict lock, const struct timespec *restrict time)
{
    return is_timespec(time) ? __raddle_pthread_rwlock_timedrdlock(lock) : EINVAL;
}

int pthread_rwlock_clockrdlock(void *restrict lock, clockid_t clock, const struct timespec *restrict time)
{
    return is_clock(clock) ? pthread_rwlock_timedrdlock(lock, time) : EINVAL;
}

int pthread_rwlock_timedwrlock(void *restrict lock, const struct timespec *restrict time)
{
    return is_timespec(time) ? __raddle_pthread_rwlock_timedwrlock(lock) : EINVAL;
}

int pthread_rwlock_clockwrlock(void *restrict lock, clockid_t clock, const struct timespec *restrict time)
{
    return is_clock(clock) ? pthread_rwlock_timedwrlock(lock, time) : EINVAL;
}

int sem_timedwait(void *restrict semaphore, const struct timespec *restrict time)
{
    if (!is_timespec(time)) {
        errno = EINVAL;
        return -1;
    }
    return __raddle_sem_timedwait(semaphore);
}

int sem_clockwait(void *restrict semaphore, clockid_t clock, const struct timespec *restrict time)
{
    if (!is_clock(clock)) {
        errno = EINVAL;
        return -1;
    }
    return sem_timedwait(semaphore, time);
}

static _Bool key_is_live(pthread_key_t key)
{
    return key < KEY_LIMIT && __atomic_load_n(&keys[key].live, __ATOMIC_SEQ_CST);
}

static _Bool key_destroy_round(void)
{
    _Bool called = 0;
    for (pthread_key_t key = 0; key < key_values_end; key++) {
        void *value = key_values[key];
        if (!value || !key_is_live(key)) {
            continue;
        }
        void (*destructor)(void *) = __atomic_load_n(&keys[key].destructor, __ATOMIC_SEQ_CST);
        if (destructor) {
            key_values[key] = NULL;
            destructor(value);
            called = 1;
        }
    }
    return called;
}

static void key_destroy_values(void)
{
    for (int round = 0; round < DESTRUCTOR_ROUNDS && key_destroy_round(); round++) {
    }
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    unsigned number = __atomic_fetch_add(&key_count, 1, __ATOMIC_RELAXED);
    if (number >= KEY_LIMIT) {
        pthread_key_create_beyond_128_keys();
        return EAGAIN;
    }
    __atomic_store_n(&keys[number].destructor, destructor, __ATOMIC_SEQ_CST);
    __atomic_store_n(&keys[number].live, 1, __ATOMIC_SEQ_CST);
    *key = number;
    return 0;
}

int pthread_key_delete(pthread_key_t key)
{
    if (key >= KEY_LIMIT || !__atomic_exchange_n(&keys[key].live, 0, __ATOMIC_SEQ_CST)) {
        __raddle_misuse("pthread_key_delete of a key that does not exist");
    }
    return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
    if (!key_is_live(key)) {
        __raddle_misuse("pthread_getspecific of a key that does not exist");
    }
    return key_values[key];
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    if (!key_is_live(key)) {
        __raddle_misuse("pthread_setspecific of a key that does not exist");
    }
    key_values[key] = (void *)value;
    if (key >= key_values_end) {
        key_values_end = key + 1;
        thread_destroy_values = key_destroy_values;
    }
    return 0;
}

/*
 * pthread_cleanup_push keeps the handler in the caller's frame, behind a __sigsetjmp that is entered a second time when
 * the thread is unwound.
 */
static void cleanup_unwind(void)
{
    if (cleanup_depth > 0) {
        longjmp(cleanup_buffers[--cleanup_depth], 1);
    }
}

void __pthread_register_cancel(void *buffer)
{
    if (cleanup_depth == CLEANUP_LIMIT) {
        pthread_cleanup_push_beyond_32_levels();
    }
    cleanup_buffers[cleanup_depth++] = buffer;
    thread_unwind = cleanup_unwind;
}

void __pthread_unregister_cancel(void *buffer)
{
    (void)buffer;
    cleanup_depth--;
}

_Noreturn void __pthread_unwind_next(void *buffer)
{
    (void)buffer;
    pthread_exit(exit_result);
}

/*
 * Cancellation, as far as it is a matter of the thread itself; requests are in cancel.c. In a program that makes none, no
 * thread finds one.
 */
void __raddle_cancellation_point(void)
{
}

void pthread_testcancel(void)
{
    __raddle_cancellation_point();
}

int pthread_setcancelstate(int state, int *before)
{
    if (state != CANCEL_ENABLED && state != CANCEL_DISABLED) {
        return EINVAL;
    }
    if (before) {
        *before = model_cancel_state;
    }
    model_cancel_state = state;
    return 0;
}

/* 0: deferred, 1: asynchronous */
int pthread_setcanceltype(int type, int *before)
{
    if (type != 0 && type != 1) {
        return EINVAL;
    }
    if (type == 1) {
        asynchronous_thread_cancellation();
    }
    if (before) {
        *before = 0;
    }
    return 0;
}

/* Names, concurrency, scheduling and affinity are accepted and have no effect: every schedule is considered anyway. */
static _Thread_local char thread_name[16];

int pthread_setname_np(pthread_t thread, const char *name)
{
    size_t length = strlen(name);
    if (length >= sizeof thread_name) {
        return ERANGE;
    }
    if (thread == pthread_self()) {
        memcpy(thread_name, name, length + 1);
    }
    return 0;
}

int pthread_getname_np(pthread_t thread, char *buffer, size_t size)
{
    if (size < sizeof thread_name) {
        return ERANGE;
    }
    if (thread == pthread_self()) {
        memcpy(buffer, thread_name, sizeof thread_name);
    } else {
        buffer[0] = '\0';
    }
    return 0;
}

int pthread_setconcurrency(int level)
{
    return level < 0 ? EINVAL : 0;
}

int pthread_getconcurrency(void)
{
    return 0;
}

int pthread_setschedparam(pthread_t thread, int policy, const int *priority)
{
    (void)thread;
    (void)priority;
    return policy < 0 || policy > 6 ? EINVAL : 0;
}

int pthread_getschedparam(pthread_t thread, int *policy, int *priority)
{
    (void)thread;
    *policy = 0;
    *priority = 0;
    return 0;
}

int pthread_setschedprio(pthread_t thread, int priority)
{
    (void)thread;
    (void)priority;
    return 0;
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const void *set)
{
    (void)thread;
    (void)size;
    (void)set;
    return 0;
}

int pthread_getaffinity_np(pthread_t thread, size_t size, void *set)
{
    (void)thread;
    if (size == 0) {
        return EINVAL;
    }
    memset(set, 0, size);
    *(unsigned char *)set = 0xf;
    return 0;
}

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    (void)prepare;
    (void)parent;
    (void)child;
    return 0;
}
