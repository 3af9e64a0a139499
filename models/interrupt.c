/*
 * Calls that a handler may interrupt while they wait. In a program in which handlers can interrupt threads, these take the
 * place of the functions whose names they have after the prefix (src/front/symbols.c).
 *
 * A handler that interrupts the thread before it begins to wait does not end the call, one that does so later does: so
 * the call makes an attempt first, and what comes after it is the wait.
 */
#include "model.h"

enum { NANOSECONDS = 1000000000, NANOSECOND_BITS = 30, SECOND_BITS = 31, TIMER_ABSOLUTE = 1 };

/* As sem_trywait, but for errno. */
int __raddle_sem_attempt(void *semaphore);
int sem_timedwait(void *restrict semaphore, const struct timespec *restrict time);
int sem_clockwait(void *restrict semaphore, clockid_t clock, const struct timespec *restrict time);
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration, struct timespec *remaining);

/* In other programs. */
unsigned __raddle_interruptions(int ending)
{
    (void)ending;
    return 0;
}

int __raddle_rest_in_call(int ending)
{
    (void)ending;
    return 0;
}

int __raddle_interrupt_rest_in_call(int ending)
{
    unsigned before = __raddle_interruptions(ending);
    __raddle_yield();
    return __raddle_interruptions(ending) != before;
}

/* Undefined on purpose: reaching one ends the analysis with its name as the reason. */
void poll_or_select_with_a_mask_where_signals_interrupt(void);
int ppoll(void *asked, unsigned long count, const struct timespec *limit, const void *mask);
int pselect(int limit, unsigned long *read, unsigned long *written, unsigned long *special, const struct timespec *time,
            const void *mask);
int epoll_pwait(int instance, void *events, int most, int timeout, const void *mask);

static int fail(int error)
{
    errno = error;
    return -1;
}

/* --- Semaphores: a handler with SA_RESTART lets them go on */

int __raddle_interrupt_sem_wait(void *semaphore)
{
    if (__raddle_sem_attempt(semaphore) == 0) {
        return 0;
    }
    unsigned before = __raddle_interruptions(1);
    do {
        if (__raddle_interruptions(1) != before) {
            return fail(EINTR);
        }
    } while (__raddle_sem_attempt(semaphore) != 0);
    return 0;
}

int __raddle_interrupt_sem_timedwait(void *restrict semaphore, const struct timespec *restrict time)
{
    if (is_timespec(time)) {
        if (__raddle_sem_attempt(semaphore) == 0) {
            return 0;
        }
        if (__raddle_rest_in_call(1)) {
            return fail(EINTR);
        }
    }
    return sem_timedwait(semaphore, time);
}

int __raddle_interrupt_sem_clockwait(void *restrict semaphore, clockid_t clock, const struct timespec *restrict time)
{
    if (is_timespec(time) && (clock == 0 || clock == 1)) {
        if (__raddle_sem_attempt(semaphore) == 0) {
            return 0;
        }
        if (__raddle_rest_in_call(1)) {
            return fail(EINTR);
        }
    }
    return sem_clockwait(semaphore, clock, time);
}

/* --- Sleeping: every handler ends it */

/* Whether the sleep that begins here is interrupted. What comes before the first rest interrupts nothing. */
static _Bool is_woken(void)
{
    __raddle_yield();
    return __raddle_rest_in_call(0) != 0;
}

/* Any time up to the one asked for. */
static void tell_remaining(const struct timespec *duration, struct timespec *remaining)
{
    time_t seconds = (time_t)__raddle_input("remaining", SECOND_BITS);
    long nanoseconds = (long)__raddle_input("remaining", NANOSECOND_BITS);
    nanoseconds -= nanoseconds >= NANOSECONDS ? NANOSECONDS : 0;
    if (seconds > duration->tv_sec) {
        seconds = duration->tv_sec;
    }
    if (seconds == duration->tv_sec && nanoseconds > duration->tv_nsec) {
        nanoseconds = duration->tv_nsec;
    }
    remaining->tv_sec = seconds;
    remaining->tv_nsec = nanoseconds;
}

int __raddle_interrupt_clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration,
                                       struct timespec *remaining)
{
    int error = clock_nanosleep(clock, flags, duration, remaining);
    if (error || !__raddle_rest_in_call(0)) {
        return error;
    }
    if (remaining && !(flags & TIMER_ABSOLUTE)) {
        tell_remaining(duration, remaining);
    }
    return EINTR;
}

int __raddle_interrupt_nanosleep(const struct timespec *duration, struct timespec *remaining)
{
    int error = __raddle_interrupt_clock_nanosleep(0, 0, duration, remaining);
    return error ? fail(error) : 0;
}

int __raddle_interrupt_usleep(useconds_t microseconds)
{
    (void)microseconds;
    return is_woken() ? fail(EINTR) : 0;
}

/* Whole seconds that are left. */
unsigned __raddle_interrupt_sleep(unsigned seconds)
{
    if (!is_woken()) {
        return 0;
    }
    unsigned left = (unsigned)__raddle_input("remaining", SECOND_BITS);
    return left < seconds ? left : seconds;
}

int __raddle_interrupt_thrd_sleep(const struct timespec *duration, struct timespec *remaining)
{
    int error = __raddle_interrupt_clock_nanosleep(0, 0, duration, remaining);
    return error == 0 ? 0 : error == EINTR ? -1 : -2;
}

/* --- Waits with a mask of their own */

static void refuse_mask(const void *mask)
{
    if (mask) {
        poll_or_select_with_a_mask_where_signals_interrupt();
    }
}

int __raddle_interrupt_ppoll(void *asked, unsigned long count, const struct timespec *limit, const void *mask)
{
    refuse_mask(mask);
    return ppoll(asked, count, limit, mask);
}

int __raddle_interrupt_pselect(int limit, unsigned long *read, unsigned long *written, unsigned long *special,
                               const struct timespec *time, const void *mask)
{
    refuse_mask(mask);
    return pselect(limit, read, written, special, time, mask);
}

int __raddle_interrupt_epoll_pwait(int instance, void *events, int most, int timeout, const void *mask)
{
    refuse_mask(mask);
    return epoll_pwait(instance, events, most, timeout, mask);
}
