/*
 * Joining threads, mutexes, condition variables, read-write locks, barriers, spin locks, semaphores, once: as the
 * machine does them (src/machine/sync.c), with the state in the program's own objects, where a debugger shows it. Since
 * one thread runs at a time, nothing here needs protection; since the plan gives a thread its turn only when it can go
 * on, waiting is an exception: the deadlock that is replayed, or a divergence.
 */
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "runtime.h"
#include "sync_table.h"

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

/* `function`: its name in the table, which is not always how the program calls it. */
static void require_initialised(unsigned word, const char *function)
{
    static const char prefix[] = "__raddle_";
    if (!strncmp(function, prefix, strlen(prefix)))
        function += strlen(prefix);
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

static int init_mutex(Mutex *mutex, const unsigned *attributes)
{
    *mutex = (Mutex){.kind = attributes ? *attributes & 3 : 0};
    return 0;
}

static int destroy_mutex(Mutex *mutex, const char *function)
{
    require_initialised(mutex->kind, function);
    if (mutex->locked)
        violate("lock", "destroy of a mutex that is locked");
    mutex->kind = DESTROYED;
    return 0;
}

static int unlock_mutex(Mutex *mutex, const char *function)
{
    require_initialised(mutex->kind, function);
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

static int init_condition(unsigned *condition)
{
    *condition = 0;
    return 0;
}

static int destroy_condition(unsigned *condition, const char *function)
{
    require_initialised(*condition, function);
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

static int signal_condition(unsigned *condition, const char *function)
{
    require_initialised(*condition, function);
    const NativeOutcome *outcome = plan_outcome(thread_self(), NATIVE_OUTCOME_SIGNAL);
    Thread *woken = outcome && outcome->value ? thread_find((unsigned)outcome->value - 1) : NULL;
    if (woken && woken->waits_on != condition)
        diverge("thread %u signals thread %u, which does not wait", thread_self()->id, woken->id);
    if (woken)
        woken->waits_on = NULL;
    return 0;
}

static int broadcast_condition(unsigned *condition, const char *function)
{
    require_initialised(*condition, function);
    for (unsigned i = 0; i < thread_count(); i++)
        if (thread_find(i)->waits_on == condition)
            thread_find(i)->waits_on = NULL;
    return 0;
}

/* The condition variable may be gone if nobody waits there. */
static int interrupt_wait(const unsigned *condition, unsigned long handle)
{
    Thread *target = handle ? thread_find((unsigned)handle - 1) : NULL;
    if (target && target->waits_on == condition)
        target->waits_on = NULL;
    return 0;
}

/* --- Read-write locks */

static int init_rwlock(ReadWriteLock *lock)
{
    *lock = (ReadWriteLock){0};
    return 0;
}

static int destroy_rwlock(ReadWriteLock *lock, const char *function)
{
    require_initialised(lock->state, function);
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

static int unlock_rwlock(ReadWriteLock *lock, const char *function)
{
    require_initialised(lock->state, function);
    if (lock->writer == self_number())
        lock->writer = 0;
    else if (change_held(lock, NULL, thread_self()->id, 0))
        lock->readers--;
    else
        violate("lock", "unlock of a read-write lock that the thread does not hold");
    return 0;
}

/* --- Barriers */

static int init_barrier(Barrier *barrier, unsigned count)
{
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

static int destroy_barrier(Barrier *barrier)
{
    require_barrier(barrier);
    if (barrier->arrived)
        violate("lock", "destroy of a barrier at which threads wait");
    barrier->state = DESTROYED;
    return 0;
}

static int meet_at_barrier(Barrier *barrier)
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

static int init_spin(volatile unsigned *lock)
{
    *lock = SPIN_FREE;
    return 0;
}

static void require_spin_lock(unsigned state)
{
    if (!state || (state & 0xffff) == UNWRITTEN || state == DESTROYED)
        violate("lock", "use of a spin lock that is not initialised or was destroyed");
}

static int destroy_spin(volatile unsigned *lock)
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

static int unlock_spin(volatile unsigned *lock)
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

static int init_semaphore(Semaphore *semaphore, unsigned value)
{
    if (value > INT32_MAX)
        return refuse_semaphore(EINVAL);
    *semaphore = (Semaphore){value, SEMAPHORE_READY};
    return 0;
}

static int destroy_semaphore(Semaphore *semaphore)
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

/* `refusal`: as for a lock; it becomes errno if there is nothing to take. */
static int take_semaphore(Semaphore *semaphore, int refusal)
{
    require_semaphore(semaphore);
    if (!semaphore->value && refusal)
        return refuse_semaphore(refusal == EBUSY ? EAGAIN : refusal);
    if (!semaphore->value)
        turn_block(thread_self(), "a semaphore", NO_THREAD);
    semaphore->value--;
    return 0;
}

static int post_semaphore(Semaphore *semaphore)
{
    require_semaphore(semaphore);
    if (semaphore->value == INT32_MAX)
        return refuse_semaphore(EOVERFLOW);
    semaphore->value++;
    return 0;
}

static int read_semaphore(Semaphore *semaphore, int *value)
{
    require_semaphore(semaphore);
    *value = (int)semaphore->value;
    return 0;
}

/* --- Once */

static int begin_once(int *control)
{
    if (*control == 1)
        turn_block(thread_self(), "a routine that runs once", NO_THREAD);
    if (*control)
        return 0;
    *control = 1;
    return 1;
}

static int end_once(int *control)
{
    *control = 2;
    return 0;
}

/*
 * --- The functions that the program calls: one for each row of the table, made by what stands here for its object and
 * action. A row with another pair of them does not compile; neither does one with another manner than WAITS, where
 * there is no other yet.
 */

enum { REFUSAL_WAITS = 0, REFUSAL_TRIES = EBUSY, REFUSAL_TIMED = ETIMEDOUT };

#define FUNCTION(id, name, parameters, result)                     \
    int raddle_native_##id parameters __asm__(NATIVE_PREFIX name); \
    int raddle_native_##id parameters                              \
    {                                                              \
        return result;                                             \
    }
#define WAITING_FUNCTION(id, name, manner, parameters, result)                                      \
    _Static_assert(REFUSAL_##manner == REFUSAL_WAITS, name " has a manner that is not known here"); \
    FUNCTION(id, name, parameters, result)

#define CALL_mutex_INIT(id, name, manner) \
    WAITING_FUNCTION(id, name, manner, (Mutex * mutex, const unsigned *attributes), init_mutex(mutex, attributes))
#define CALL_mutex_DESTROY(id, name, manner) \
    WAITING_FUNCTION(id, name, manner, (Mutex * mutex), destroy_mutex(mutex, name))
#define CALL_mutex_LOCK(id, name, manner) FUNCTION(id, name, (Mutex * mutex), lock_mutex(mutex, REFUSAL_##manner, name))
#define CALL_mutex_UNLOCK(id, name, manner) \
    WAITING_FUNCTION(id, name, manner, (Mutex * mutex), unlock_mutex(mutex, name))

#define CALL_condition_INIT(id, name, manner)                                      \
    WAITING_FUNCTION(id, name, manner, (unsigned *condition, const void *ignored), \
                     ((void)ignored, init_condition(condition)))
#define CALL_condition_DESTROY(id, name, manner) \
    WAITING_FUNCTION(id, name, manner, (unsigned *condition), destroy_condition(condition, name))
#define CALL_condition_WAIT(id, name, manner) /* whether the time was over is in the plan */ \
    FUNCTION(id, name, (unsigned *condition, Mutex *mutex), wait_on_condition(condition, mutex, name))
#define CALL_condition_SIGNAL(id, name, manner) \
    WAITING_FUNCTION(id, name, manner, (unsigned *condition), signal_condition(condition, name))
#define CALL_condition_BROADCAST(id, name, manner) \
    WAITING_FUNCTION(id, name, manner, (unsigned *condition), broadcast_condition(condition, name))
#define CALL_condition_INTERRUPT(id, name, manner) \
    WAITING_FUNCTION(id, name, manner, (unsigned *condition, unsigned long handle), interrupt_wait(condition, handle))

#define CALL_rwlock_INIT(id, name, manner) \
    WAITING_FUNCTION(id, name, manner, (ReadWriteLock * lock, const void *ignored), ((void)ignored, init_rwlock(lock)))
#define CALL_rwlock_DESTROY(id, name, manner) \
    WAITING_FUNCTION(id, name, manner, (ReadWriteLock * lock), destroy_rwlock(lock, name))
#define CALL_rwlock_READ_LOCK(id, name, manner) \
    FUNCTION(id, name, (ReadWriteLock * lock), lock_to_read(lock, REFUSAL_##manner, name))
#define CALL_rwlock_WRITE_LOCK(id, name, manner) \
    FUNCTION(id, name, (ReadWriteLock * lock), lock_to_write(lock, REFUSAL_##manner, name))
#define CALL_rwlock_UNLOCK(id, name, manner) \
    WAITING_FUNCTION(id, name, manner, (ReadWriteLock * lock), unlock_rwlock(lock, name))

#define CALL_barrier_INIT(id, name, manner)                                                      \
    WAITING_FUNCTION(id, name, manner, (Barrier * barrier, const void *ignored, unsigned count), \
                     ((void)ignored, init_barrier(barrier, count)))
#define CALL_barrier_DESTROY(id, name, manner) \
    WAITING_FUNCTION(id, name, manner, (Barrier * barrier), destroy_barrier(barrier))
#define CALL_barrier_MEET(id, name, manner) \
    WAITING_FUNCTION(id, name, manner, (Barrier * barrier), meet_at_barrier(barrier))

#define CALL_spin_INIT(id, name, manner) \
    WAITING_FUNCTION(id, name, manner, (volatile unsigned *lock, int ignored), ((void)ignored, init_spin(lock)))
#define CALL_spin_DESTROY(id, name, manner) \
    WAITING_FUNCTION(id, name, manner, (volatile unsigned *lock), destroy_spin(lock))
#define CALL_spin_LOCK(id, name, manner) \
    FUNCTION(id, name, (volatile unsigned *lock), lock_spin(lock, REFUSAL_##manner))
#define CALL_spin_UNLOCK(id, name, manner) \
    WAITING_FUNCTION(id, name, manner, (volatile unsigned *lock), unlock_spin(lock))

#define CALL_semaphore_INIT(id, name, manner)                                                \
    WAITING_FUNCTION(id, name, manner, (Semaphore * semaphore, int ignored, unsigned value), \
                     ((void)ignored, init_semaphore(semaphore, value)))
#define CALL_semaphore_DESTROY(id, name, manner) \
    WAITING_FUNCTION(id, name, manner, (Semaphore * semaphore), destroy_semaphore(semaphore))
#define CALL_semaphore_TAKE(id, name, manner) \
    FUNCTION(id, name, (Semaphore * semaphore), take_semaphore(semaphore, REFUSAL_##manner))
#define CALL_semaphore_POST(id, name, manner) \
    WAITING_FUNCTION(id, name, manner, (Semaphore * semaphore), post_semaphore(semaphore))
#define CALL_semaphore_READ(id, name, manner) \
    WAITING_FUNCTION(id, name, manner, (Semaphore * semaphore, int *value), read_semaphore(semaphore, value))

#define CALL_once_BEGIN(id, name, manner) WAITING_FUNCTION(id, name, manner, (int *control), begin_once(control))
#define CALL_once_END(id, name, manner) WAITING_FUNCTION(id, name, manner, (int *control), end_once(control))

#define CALL(ROW, id, name, object, action, manner) CALL_##object##_##action(id, name, manner)
SYNC_TABLE(CALL, )
