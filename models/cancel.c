/*
 * Thread cancellation, of the deferred kind: a request is a note to a thread, which the thread finds at the next
 * cancellation point, and then it ends as by pthread_exit.
 *
 * Where a program calls pthread_cancel, its calls that may wait at a cancellation point come here instead of to the
 * machine (src/front/symbols.c), and __raddle_cancellation_point, which other models call, is the one below. The
 * machine knows nothing of it. A wait for a semaphore or for the end of a thread is a loop that looks at the note, too.
 * A wait on a condition variable cannot look; there the request is made in the same atomic section in which the wait is
 * ended, of this thread alone, and the wait begins in one section with a last look. What a thread waits for is not taken back when the wait ends, and written only if it is
 * another: a wait that follows one that ended without a signal is then the same again.
 *
 * Notes are numbered like threads: a pthread_t is the number of its thread, from 1.
 */
#include "model.h"

#define CANCELED ((void *)-1)

/* Undefined on purpose: reaching one ends the analysis with its name as the reason. */
void thread_cancellation_inside_pthread_once(void);
void thread_cancellation_with_robust_mutexes(void);

int pthread_mutex_lock(void *mutex);
int pthread_mutex_unlock(void *mutex);
int pthread_cond_wait(void *condition, void *mutex);
int pthread_cond_timedwait(void *restrict condition, void *restrict mutex, const struct timespec *restrict time);
int pthread_cond_clockwait(void *restrict condition, void *restrict mutex, clockid_t clock,
                           const struct timespec *restrict time);
int pthread_cond_signal(void *condition);
int sem_wait(void *semaphore);
int sem_trywait(void *semaphore);
int sem_timedwait(void *restrict semaphore, const struct timespec *restrict time);
int sem_clockwait(void *restrict semaphore, clockid_t clock, const struct timespec *restrict time);
/* Ends the wait of one thread, if it still waits; where nobody does the condition variable may be gone. */
int __raddle_cond_interrupt(void *condition, pthread_t thread);

static int cancel_requests[MODEL_THREAD_LIMIT];
static int coins[MODEL_THREAD_LIMIT];
/* The condition variable on which a thread waits or waited last; it alone writes there. */
static void *cancel_waits[MODEL_THREAD_LIMIT];
static _Thread_local int once_depth;

static int get(int *note)
{
    return __atomic_load_n(note, __ATOMIC_SEQ_CST);
}

static void put(int *note)
{
    __atomic_store_n(note, 1, __ATOMIC_SEQ_CST);
}

static _Bool is_requested(void)
{
    return get(&cancel_requests[model_thread_number(pthread_self())]);
}

/* In a program that has both, in the place of what both have. */
void __raddle_cancel_with_robust_mutexes(void)
{
    thread_cancellation_with_robust_mutexes();
}

static _Noreturn void act(void)
{
    if (once_depth > 0) {
        thread_cancellation_inside_pthread_once();
    }
    __raddle_ending_pthread_exit(CANCELED);
}

void __raddle_cancel_point(void)
{
    if (model_cancel_state == CANCEL_ENABLED && is_requested()) {
        act();
    }
}

int pthread_cancel(pthread_t thread)
{
    unsigned target = model_thread_number(thread);
    __VERIFIER_atomic_begin();
    ModelLife life = model_thread_life(target);
    if (life == LIFE_JOINED) {
        __raddle_misuse("pthread_cancel of a thread that was already joined");
    }
    if (life == LIFE_DETACHED) {
        __raddle_misuse("pthread_cancel of a detached thread that has ended");
    }
    put(&cancel_requests[target]);
    void *condition = __atomic_load_n(&cancel_waits[target], __ATOMIC_SEQ_CST);
    if (condition) {
        __raddle_cond_interrupt(condition, thread);
    }
    __VERIFIER_atomic_end();
    return 0;
}

int __raddle_cancel_pthread_once(pthread_once_t *control, void (*routine)(void))
{
    once_depth++;
    int result = pthread_once(control, routine);
    once_depth--;
    return result;
}

int __raddle_cancel_pthread_join(pthread_t thread, void **result)
{
    unsigned target = model_thread_number(thread);
    if (model_cancel_state == CANCEL_ENABLED && thread != pthread_self()) {
        do {
            __raddle_cancel_point();
        } while (!model_thread_is_over(target));
    }
    return __raddle_ending_pthread_join(thread, result);
}

int __raddle_cancel_sem_wait(void *semaphore)
{
    if (model_cancel_state != CANCEL_ENABLED) {
        return sem_wait(semaphore);
    }
    int before = errno;
    for (;;) {
        __raddle_cancel_point();
        if (sem_trywait(semaphore) == 0) {
            errno = before;
            return 0;
        }
    }
}

int __raddle_cancel_sem_timedwait(void *restrict semaphore, const struct timespec *restrict time)
{
    __raddle_cancel_point();
    int result = sem_timedwait(semaphore, time);
    if (result) {
        __raddle_cancel_point();
    }
    return result;
}

int __raddle_cancel_sem_clockwait(void *restrict semaphore, clockid_t clock, const struct timespec *restrict time)
{
    __raddle_cancel_point();
    int result = sem_clockwait(semaphore, clock, time);
    if (result) {
        __raddle_cancel_point();
    }
    return result;
}

/* One that began before it was cancelled; if it has ended by itself meanwhile, it may go on or hand its signal on. */
static int end_wait(void *condition, int result)
{
    if (is_requested() && (result == 0 || result == ETIMEDOUT) &&
        model_choose(&coins[model_thread_number(pthread_self())])) {
        if (result == 0) {
            pthread_cond_signal(condition);
        }
        act();
    }
    return result;
}

/* Whether the wait that follows may begin; it is in the section that this begins. */
static _Bool begin_wait(void *condition)
{
    unsigned self = model_thread_number(pthread_self());
    __VERIFIER_atomic_begin();
    if (get(&cancel_requests[self])) {
        __VERIFIER_atomic_end();
        return 0;
    }
    if (__atomic_load_n(&cancel_waits[self], __ATOMIC_SEQ_CST) != condition) {
        __atomic_store_n(&cancel_waits[self], condition, __ATOMIC_SEQ_CST);
    }
    return 1;
}

/* The wait ends as soon as it begins. */
static _Noreturn void cancel_wait(void *mutex)
{
    pthread_mutex_unlock(mutex);
    pthread_mutex_lock(mutex);
    act();
}

int __raddle_cancel_pthread_cond_wait(void *condition, void *mutex)
{
    if (model_cancel_state != CANCEL_ENABLED) {
        return pthread_cond_wait(condition, mutex);
    }
    if (!begin_wait(condition)) {
        cancel_wait(mutex);
    }
    int result = pthread_cond_wait(condition, mutex);
    __VERIFIER_atomic_end();
    return end_wait(condition, result);
}

int __raddle_cancel_pthread_cond_timedwait(void *restrict condition, void *restrict mutex,
                                           const struct timespec *restrict time)
{
    if (model_cancel_state != CANCEL_ENABLED) {
        return pthread_cond_timedwait(condition, mutex, time);
    }
    if (!begin_wait(condition)) {
        cancel_wait(mutex);
    }
    int result = pthread_cond_timedwait(condition, mutex, time);
    __VERIFIER_atomic_end();
    return end_wait(condition, result);
}

int __raddle_cancel_pthread_cond_clockwait(void *restrict condition, void *restrict mutex, clockid_t clock,
                                           const struct timespec *restrict time)
{
    if (model_cancel_state != CANCEL_ENABLED) {
        return pthread_cond_clockwait(condition, mutex, clock, time);
    }
    if (!begin_wait(condition)) {
        cancel_wait(mutex);
    }
    int result = pthread_cond_clockwait(condition, mutex, clock, time);
    __VERIFIER_atomic_end();
    return end_wait(condition, result);
}
