/*
 * Joining threads, mutexes, condition variables, read-write locks, barriers, spin locks, semaphores, once: as the
 * machine does them (src/machine/sync.c), with the state in the program's own objects, where a debugger shows it. Since
 * one thread runs at a time, nothing here needs protection; since the plan gives a thread its turn only when it can go
 * on, waiting is an exception: the deadlock that is replayed, or a divergence.
 */
#include <errno.h>
#include <stdint.h>

#include "runtime.h"

enum { MUTEX_RECURSIVE = 1, MUTEX_ERRORCHECK = 2 };

enum {
    UNWRITTEN = 0xbebe, /* see process.c */
    DESTROYED = 0xdead,
    BARRIER_READY = 0xba55,
    SEMAPHORE_READY = 0x5e33,
    SPIN_FREE = 1, /* held by thread t: SPIN_HELD + t */
    SPIN_HELD = 2,
    SERIAL_THREAD = -1,
    HELD_LIMIT = 1024,
};

typedef struct Mutex {
    unsigned locked, count, owner; /* thread id + 1 */
#if __SIZEOF_POINTER__ == 8
    unsigned users;
#endif
    unsigned kind;
} Mutex;

typedef struct ReadWriteLock {
    unsigned readers, writer, state;
} ReadWriteLock;

typedef struct Barrier {
    unsigned needed, arrived, generation, state;
} Barrier;

typedef struct Semaphore {
    unsigned value, state;
} Semaphore;

/* Who holds which read-write lock for reading, once per acquisition; the locks themselves only count. */
static struct {
    unsigned thread;
    const ReadWriteLock *lock;
} held[HELD_LIMIT];

static bool change_held(const ReadWriteLock *from, const ReadWriteLock *to, unsigned from_thread, unsigned to_thread)
{
    for (unsigned i = 0; i < HELD_LIMIT; i++)
        if (held[i].lock == from && (!from || held[i].thread == from_thread)) {
            held[i].lock = to;
            held[i].thread = to_thread;
            return true;
        }
    return false;
}

static int only_reader(const ReadWriteLock *lock)
{
    int found = NO_THREAD;
    for (unsigned i = 0; i < HELD_LIMIT; i++)
        if (held[i].lock == lock) {
            if (found != NO_THREAD && found != (int)held[i].thread)
                return NO_THREAD;
            found = (int)held[i].thread;
        }
    return found;
}

static void require_initialised(unsigned word, const char *function)
{
    if ((word & 0xffff) == DESTROYED)
        violate("lock", "%s on an object that was destroyed", function);
    if ((word & 0xffff) == UNWRITTEN)
        violate("lock", "%s on an object that was never initialised", function);
}

static unsigned self_number(void)
{
    return thread_self()->id + 1;
}

/* --- Threads */

unsigned long raddle_native_pthread_self(void)
{
    return self_number();
}

int raddle_native_pthread_join(unsigned long handle, void **result)
{
    Thread *self = thread_self(), *target = handle ? thread_find((unsigned)handle - 1) : NULL;
    if (!target)
        violate("lock", "pthread_join of a value that is no thread");
    if (target == self)
        return EDEADLK;
    if (target->joined)
        violate("lock", "pthread_join of a thread that was already joined");
    if (target->detached)
        violate("lock", "pthread_join of a detached thread");
    if (!target->finished)
        turn_block(self, "the end", (int)target->id);
    target->joined = true;
    pthread_join(target->real, NULL); /* it is about to end, and then its stack is gone */
    if (result)
        *result = target->result;
    target->result = NULL; /* or it would be no leak that the program has lost it */
    return 0;
}

int raddle_native_pthread_detach(unsigned long handle)
{
    Thread *target = handle ? thread_find((unsigned)handle - 1) : NULL;
    if (!target)
        violate("lock", "pthread_detach of a value that is no thread");
    if (target->detached || target->joined)
        violate("lock", "pthread_detach of a thread that was already %s", target->joined ? "joined" : "detached");
    target->detached = true;
    return 0;
}

/* --- Mutexes */

static void take_mutex(Mutex *mutex)
{
    mutex->locked = 1;
    mutex->count = 1;
    mutex->owner = self_number();
}

/* The mutex, or one level of a recursive one. */
static void give_up_mutex(Mutex *mutex)
{
    if (mutex->count > 1)
        mutex->count--;
    else
        mutex->locked = mutex->count = mutex->owner = 0;
}

/* `refusal`: what is returned if another thread holds it; 0: waits. */
static int lock_mutex(Mutex *mutex, int refusal, const char *function)
{
    require_initialised(mutex->kind, function);
    bool own = mutex->locked && mutex->owner == self_number();
    if (!mutex->locked) {
        take_mutex(mutex);
        return 0;
    }
    if (own && mutex->kind == MUTEX_RECURSIVE) {
        mutex->count++;
        return 0;
    }
    if (own && mutex->kind == MUTEX_ERRORCHECK && refusal != EBUSY)
        return EDEADLK;
    if (refusal)
        return refusal;
    turn_block(thread_self(), "a mutex", (int)mutex->owner - 1);
}

int raddle_native_pthread_mutex_init(Mutex *mutex, const unsigned *attributes)
{
    *mutex = (Mutex){.kind = attributes ? *attributes & 3 : 0};
    return 0;
}

int raddle_native_pthread_mutex_destroy(Mutex *mutex)
{
    require_initialised(mutex->kind, "pthread_mutex_destroy");
    if (mutex->locked)
        violate("lock", "destroy of a mutex that is locked");
    mutex->kind = DESTROYED;
    return 0;
}

int raddle_native_pthread_mutex_lock(Mutex *mutex)
{
    return lock_mutex(mutex, 0, "pthread_mutex_lock");
}

int raddle_native_pthread_mutex_trylock(Mutex *mutex)
{
    return lock_mutex(mutex, EBUSY, "pthread_mutex_trylock");
}

int raddle_native___raddle_pthread_mutex_timedlock(Mutex *mutex)
{
    return lock_mutex(mutex, ETIMEDOUT, "pthread_mutex_timedlock");
}

int raddle_native___raddle_pthread_mutex_clocklock(Mutex *mutex)
{
    return lock_mutex(mutex, ETIMEDOUT, "pthread_mutex_clocklock");
}

int raddle_native_pthread_mutex_unlock(Mutex *mutex)
{
    require_initialised(mutex->kind, "pthread_mutex_unlock");
    if (!mutex->locked || mutex->owner != self_number()) {
        if (mutex->kind == MUTEX_ERRORCHECK || mutex->kind == MUTEX_RECURSIVE)
            return EPERM;
        violate("lock",
                mutex->locked ? "unlock of a mutex that another thread holds" : "unlock of a mutex that is not locked");
    }
    give_up_mutex(mutex);
    return 0;
}

/* --- Condition variables. The plan knows which waits end, and how. */

int raddle_native_pthread_cond_init(unsigned *condition, const void *attributes)
{
    (void)attributes;
    *condition = 0;
    return 0;
}

int raddle_native_pthread_cond_destroy(unsigned *condition)
{
    require_initialised(*condition, "pthread_cond_destroy");
    for (unsigned i = 0; i < thread_count(); i++)
        if (thread_find(i)->waits_on == condition)
            violate("lock", "destroy of a condition variable on which threads wait");
    *condition = DESTROYED;
    return 0;
}

static int wait_on_condition(unsigned *condition, Mutex *mutex, const char *function)
{
    Thread *self = thread_self();
    require_initialised(*condition, function);
    if (!mutex->locked || mutex->owner != self_number()) {
        if (mutex->kind == MUTEX_ERRORCHECK)
            return EPERM;
        violate("lock", "wait on a condition variable without holding its mutex");
    }
    give_up_mutex(mutex);
    self->waits_on = condition;
    turn_give_up(self);
    const NativeOutcome *outcome = plan_outcome(self, NATIVE_OUTCOME_WAKE);
    if (!outcome)
        turn_block(self, "a condition variable", NO_THREAD);
    self->waits_on = NULL;
    if ((mutex->kind & 0xffff) == DESTROYED)
        violate("lock", "a wait takes its mutex again after it was destroyed");
    if (mutex->locked && mutex->owner == self_number()) { /* one level of it */
        mutex->count++;
        return (int)outcome->value;
    }
    if (mutex->locked)
        turn_block(self, "a mutex", (int)mutex->owner - 1);
    take_mutex(mutex);
    return (int)outcome->value;
}

int raddle_native_pthread_cond_wait(unsigned *condition, Mutex *mutex)
{
    return wait_on_condition(condition, mutex, "pthread_cond_wait");
}

int raddle_native___raddle_pthread_cond_timedwait(unsigned *condition, Mutex *mutex)
{
    return wait_on_condition(condition, mutex, "pthread_cond_timedwait");
}

int raddle_native___raddle_pthread_cond_clockwait(unsigned *condition, Mutex *mutex)
{
    return wait_on_condition(condition, mutex, "pthread_cond_clockwait");
}

int raddle_native_pthread_cond_signal(unsigned *condition)
{
    require_initialised(*condition, "pthread_cond_signal");
    const NativeOutcome *outcome = plan_outcome(thread_self(), NATIVE_OUTCOME_SIGNAL);
    Thread *woken = outcome && outcome->value ? thread_find((unsigned)outcome->value - 1) : NULL;
    if (woken && woken->waits_on != condition)
        diverge("thread %u signals thread %u, which does not wait", thread_self()->id, woken->id);
    if (woken)
        woken->waits_on = NULL;
    return 0;
}

int raddle_native_pthread_cond_broadcast(unsigned *condition)
{
    require_initialised(*condition, "pthread_cond_broadcast");
    for (unsigned i = 0; i < thread_count(); i++)
        if (thread_find(i)->waits_on == condition)
            thread_find(i)->waits_on = NULL;
    return 0;
}

/* --- Read-write locks */

int raddle_native_pthread_rwlock_init(ReadWriteLock *lock, const void *attributes)
{
    (void)attributes;
    *lock = (ReadWriteLock){0};
    return 0;
}

int raddle_native_pthread_rwlock_destroy(ReadWriteLock *lock)
{
    require_initialised(lock->state, "pthread_rwlock_destroy");
    if (lock->readers || lock->writer)
        violate("lock", "destroy of a read-write lock that is held");
    lock->state = DESTROYED;
    return 0;
}

static int lock_to_read(ReadWriteLock *lock, int refusal, const char *function)
{
    require_initialised(lock->state, function);
    if (lock->writer) {
        if (lock->writer == self_number() && refusal != EBUSY)
            return EDEADLK;
        if (refusal)
            return refusal;
        turn_block(thread_self(), "a read-write lock", (int)lock->writer - 1);
    }
    if (!change_held(NULL, lock, 0, thread_self()->id))
        diverge("more than %d read-write locks are held", HELD_LIMIT);
    lock->readers++;
    return 0;
}

static int lock_to_write(ReadWriteLock *lock, int refusal, const char *function)
{
    require_initialised(lock->state, function);
    if (lock->writer || lock->readers) {
        if (lock->writer == self_number() && refusal != EBUSY)
            return EDEADLK;
        if (refusal)
            return refusal;
        turn_block(thread_self(), "a read-write lock", lock->writer ? (int)lock->writer - 1 : only_reader(lock));
    }
    lock->writer = self_number();
    return 0;
}

int raddle_native_pthread_rwlock_rdlock(ReadWriteLock *lock)
{
    return lock_to_read(lock, 0, "pthread_rwlock_rdlock");
}

int raddle_native_pthread_rwlock_tryrdlock(ReadWriteLock *lock)
{
    return lock_to_read(lock, EBUSY, "pthread_rwlock_tryrdlock");
}

int raddle_native___raddle_pthread_rwlock_timedrdlock(ReadWriteLock *lock)
{
    return lock_to_read(lock, ETIMEDOUT, "pthread_rwlock_timedrdlock");
}

int raddle_native_pthread_rwlock_wrlock(ReadWriteLock *lock)
{
    return lock_to_write(lock, 0, "pthread_rwlock_wrlock");
}

int raddle_native_pthread_rwlock_trywrlock(ReadWriteLock *lock)
{
    return lock_to_write(lock, EBUSY, "pthread_rwlock_trywrlock");
}

int raddle_native___raddle_pthread_rwlock_timedwrlock(ReadWriteLock *lock)
{
    return lock_to_write(lock, ETIMEDOUT, "pthread_rwlock_timedwrlock");
}

int raddle_native_pthread_rwlock_unlock(ReadWriteLock *lock)
{
    require_initialised(lock->state, "pthread_rwlock_unlock");
    if (lock->writer == self_number())
        lock->writer = 0;
    else if (change_held(lock, NULL, thread_self()->id, 0))
        lock->readers--;
    else
        violate("lock", "unlock of a read-write lock that the thread does not hold");
    return 0;
}

/* --- Barriers */

int raddle_native_pthread_barrier_init(Barrier *barrier, const void *attributes, unsigned count)
{
    (void)attributes;
    if (!count)
        return EINVAL;
    *barrier = (Barrier){.needed = count, .state = BARRIER_READY};
    return 0;
}

static void require_barrier(const Barrier *barrier)
{
    if (barrier->state != BARRIER_READY)
        violate("lock", "use of a barrier that is not initialised or was destroyed");
}

int raddle_native_pthread_barrier_destroy(Barrier *barrier)
{
    require_barrier(barrier);
    if (barrier->arrived)
        violate("lock", "destroy of a barrier at which threads wait");
    barrier->state = DESTROYED;
    return 0;
}

int raddle_native_pthread_barrier_wait(Barrier *barrier)
{
    require_barrier(barrier);
    unsigned generation = barrier->generation;
    if (++barrier->arrived == barrier->needed) {
        barrier->arrived = 0;
        barrier->generation++;
        return SERIAL_THREAD;
    }
    turn_give_up(thread_self());
    if (barrier->generation == generation)
        turn_block(thread_self(), "a barrier", NO_THREAD);
    return 0;
}

/* --- Spin locks */

int raddle_native_pthread_spin_init(volatile unsigned *lock, int shared)
{
    (void)shared;
    *lock = SPIN_FREE;
    return 0;
}

static void require_spin_lock(unsigned state)
{
    if (!state || (state & 0xffff) == UNWRITTEN || state == DESTROYED)
        violate("lock", "use of a spin lock that is not initialised or was destroyed");
}

int raddle_native_pthread_spin_destroy(volatile unsigned *lock)
{
    require_spin_lock(*lock);
    if (*lock != SPIN_FREE)
        violate("lock", "destroy of a spin lock that is locked");
    *lock = DESTROYED;
    return 0;
}

static int lock_spin(volatile unsigned *lock, int refusal)
{
    require_spin_lock(*lock);
    if (*lock != SPIN_FREE && refusal)
        return refusal;
    if (*lock != SPIN_FREE)
        turn_block(thread_self(), "a spin lock", (int)(*lock - SPIN_HELD));
    *lock = SPIN_HELD + thread_self()->id;
    return 0;
}

int raddle_native_pthread_spin_lock(volatile unsigned *lock)
{
    return lock_spin(lock, 0);
}

int raddle_native_pthread_spin_trylock(volatile unsigned *lock)
{
    return lock_spin(lock, EBUSY);
}

int raddle_native_pthread_spin_unlock(volatile unsigned *lock)
{
    require_spin_lock(*lock);
    if (*lock != SPIN_HELD + thread_self()->id)
        violate("lock", "unlock of a spin lock that the thread does not hold");
    *lock = SPIN_FREE;
    return 0;
}

/* --- Semaphores */

static int refuse_semaphore(int code)
{
    program_set_errno(code);
    return -1;
}

static void require_semaphore(const Semaphore *semaphore)
{
    if (semaphore->state != SEMAPHORE_READY)
        violate("lock", "use of a semaphore that is not initialised or was destroyed");
}

int raddle_native_sem_init(Semaphore *semaphore, int shared, unsigned value)
{
    (void)shared;
    if (value > INT32_MAX)
        return refuse_semaphore(EINVAL);
    *semaphore = (Semaphore){value, SEMAPHORE_READY};
    return 0;
}

int raddle_native_sem_destroy(Semaphore *semaphore)
{
    require_semaphore(semaphore);
    for (unsigned i = 0; i < thread_count(); i++) {
        const Thread *other = thread_find(i);
        if (other->at_point && other->kind == NATIVE_WAIT && other->address == (uintptr_t)semaphore &&
            !semaphore->value)
            violate("lock", "destroy of a semaphore on which a thread waits");
    }
    semaphore->state = DESTROYED;
    return 0;
}

/* `refusal`: what errno becomes if there is nothing to take; 0: waits. */
static int take_semaphore(Semaphore *semaphore, int refusal)
{
    require_semaphore(semaphore);
    if (!semaphore->value && refusal)
        return refuse_semaphore(refusal);
    if (!semaphore->value)
        turn_block(thread_self(), "a semaphore", NO_THREAD);
    semaphore->value--;
    return 0;
}

int raddle_native_sem_wait(Semaphore *semaphore)
{
    return take_semaphore(semaphore, 0);
}

int raddle_native_sem_trywait(Semaphore *semaphore)
{
    return take_semaphore(semaphore, EAGAIN);
}

int raddle_native___raddle_sem_timedwait(Semaphore *semaphore)
{
    return take_semaphore(semaphore, ETIMEDOUT);
}

int raddle_native_sem_post(Semaphore *semaphore)
{
    require_semaphore(semaphore);
    if (semaphore->value == INT32_MAX)
        return refuse_semaphore(EOVERFLOW);
    semaphore->value++;
    return 0;
}

int raddle_native_sem_getvalue(Semaphore *semaphore, int *value)
{
    require_semaphore(semaphore);
    *value = (int)semaphore->value;
    return 0;
}

/* --- Once */

int raddle_native___raddle_once_begin(int *control)
{
    if (*control == 1)
        turn_block(thread_self(), "a routine that runs once", NO_THREAD);
    if (*control)
        return 0;
    *control = 1;
    return 1;
}

void raddle_native___raddle_once_end(int *control)
{
    *control = 2;
}
