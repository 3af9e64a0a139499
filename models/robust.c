/*
 * Robust mutexes: one whose owner ends is given to the next who asks, with the word that its owner died.
 *
 * Where a program makes a mutex robust, its calls come here instead of to the machine (src/front/symbols.c). The
 * machine knows nothing of it: an ending thread unlocks the robust mutexes it holds, as the kernel does, and leaves a
 * note in each. The note lies behind what the machine keeps in a mutex. Who owns the mutex reads and writes it.
 */
#include "model.h"

enum { HELD_LIMIT = 32, ROBUST_ATTRIBUTE = 0x200, MACHINE_WORDS = sizeof(void *) == 8 ? 5 : 4 };

/* The note of a mutex. */
enum {
    ORDINARY = 0, /* not robust; so are those with a static initialiser */
    SOUND,
    OWNER_DIED, /* and nobody has called pthread_mutex_consistent since */
    LOST        /* unlocked in that state: nobody gets it any more */
};

/* Undefined on purpose: reaching it ends the analysis with its name as the reason. */
void pthread_mutex_lock_of_more_than_32_robust_mutexes(void);

int pthread_mutex_init(void *mutex, const int *attributes);
int pthread_mutex_lock(void *mutex);
int pthread_mutex_trylock(void *mutex);
int pthread_mutex_timedlock(void *restrict mutex, const struct timespec *restrict time);
int pthread_mutex_clocklock(void *restrict mutex, clockid_t clock, const struct timespec *restrict time);
int pthread_mutex_unlock(void *mutex);
int pthread_cond_wait(void *condition, void *mutex);
int pthread_cond_timedwait(void *restrict condition, void *restrict mutex, const struct timespec *restrict time);
int pthread_cond_clockwait(void *restrict condition, void *restrict mutex, clockid_t clock,
                           const struct timespec *restrict time);

/* The robust mutexes that the thread holds; a recursive one stands there as often as it is held. */
static _Thread_local void *held[HELD_LIMIT];
static _Thread_local unsigned held_count;

static int get_note(void *mutex)
{
    return __atomic_load_n((int *)mutex + MACHINE_WORDS, __ATOMIC_SEQ_CST);
}

static void put_note(void *mutex, int note)
{
    __atomic_store_n((int *)mutex + MACHINE_WORDS, note, __ATOMIC_SEQ_CST);
}

static unsigned count_held(void *mutex)
{
    unsigned count = 0;
    for (unsigned i = 0; i < held_count; i++) {
        count += held[i] == mutex;
    }
    return count;
}

static void abandon_held(void)
{
    while (held_count > 0) {
        void *mutex = held[--held_count];
        put_note(mutex, OWNER_DIED);
        pthread_mutex_unlock(mutex);
    }
}

static void remember(void *mutex)
{
    if (held_count == HELD_LIMIT) {
        pthread_mutex_lock_of_more_than_32_robust_mutexes();
    }
    held[held_count++] = mutex;
    model_thread_abandon = abandon_held;
}

static void forget(void *mutex)
{
    unsigned i = held_count;
    while (i > 0 && held[i - 1] != mutex) {
        i--;
    }
    for (; i > 0 && i < held_count; i++) {
        held[i - 1] = held[i];
    }
    held_count--;
}

/* The thread has the mutex: that is all, or its owner died, or it has to be given back. */
static int take(void *mutex, int result)
{
    int note = get_note(mutex);
    if (note == LOST) {
        pthread_mutex_unlock(mutex);
        return ENOTRECOVERABLE;
    }
    _Bool first = note != ORDINARY && count_held(mutex) == 0;
    if (note != ORDINARY) {
        remember(mutex);
    }
    return first && note == OWNER_DIED ? EOWNERDEAD : result;
}

/* Whether the thread may give the mutex up. Where nobody has made it consistent, that is its end. */
static _Bool give_up(void *mutex)
{
    int note = get_note(mutex);
    if (note == ORDINARY) {
        return 1;
    }
    unsigned count = count_held(mutex);
    if (count == 1 && note == OWNER_DIED) {
        put_note(mutex, LOST);
    }
    if (count > 0) {
        forget(mutex);
    }
    return count > 0;
}

/* A wait that ended has its mutex again; one that did not begin has not given it up. */
static int wait_ended(void *mutex, int result)
{
    return result == 0 || result == ETIMEDOUT ? take(mutex, result) : result;
}

int __raddle_robust_pthread_mutex_init(void *mutex, const int *attributes)
{
    int result = pthread_mutex_init(mutex, attributes);
    if (result == 0) {
        put_note(mutex, attributes && (*attributes & ROBUST_ATTRIBUTE) ? SOUND : ORDINARY);
    }
    return result;
}

int __raddle_robust_pthread_mutex_lock(void *mutex)
{
    int result = pthread_mutex_lock(mutex);
    return result == 0 ? take(mutex, 0) : result;
}

int __raddle_robust_pthread_mutex_trylock(void *mutex)
{
    int result = pthread_mutex_trylock(mutex);
    return result == 0 ? take(mutex, 0) : result;
}

int __raddle_robust_pthread_mutex_timedlock(void *restrict mutex, const struct timespec *restrict time)
{
    int result = pthread_mutex_timedlock(mutex, time);
    return result == 0 ? take(mutex, 0) : result;
}

int __raddle_robust_pthread_mutex_clocklock(void *restrict mutex, clockid_t clock, const struct timespec *restrict time)
{
    int result = pthread_mutex_clocklock(mutex, clock, time);
    return result == 0 ? take(mutex, 0) : result;
}

int __raddle_robust_pthread_mutex_unlock(void *mutex)
{
    return give_up(mutex) ? pthread_mutex_unlock(mutex) : EPERM;
}

int __raddle_robust_pthread_mutex_consistent(void *mutex)
{
    if (get_note(mutex) != OWNER_DIED || count_held(mutex) == 0) {
        return EINVAL;
    }
    put_note(mutex, SOUND);
    return 0;
}

int __raddle_robust_pthread_cond_wait(void *condition, void *mutex)
{
    return give_up(mutex) ? wait_ended(mutex, pthread_cond_wait(condition, mutex)) : EPERM;
}

int __raddle_robust_pthread_cond_timedwait(void *restrict condition, void *restrict mutex,
                                           const struct timespec *restrict time)
{
    if (!is_timespec(time)) {
        return EINVAL;
    }
    return give_up(mutex) ? wait_ended(mutex, pthread_cond_timedwait(condition, mutex, time)) : EPERM;
}

int __raddle_robust_pthread_cond_clockwait(void *restrict condition, void *restrict mutex, clockid_t clock,
                                           const struct timespec *restrict time)
{
    if (!is_timespec(time) || (clock != 0 && clock != 1)) {
        return EINVAL;
    }
    return give_up(mutex) ? wait_ended(mutex, pthread_cond_clockwait(condition, mutex, clock, time)) : EPERM;
}
