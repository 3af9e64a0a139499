// What a thread that stands before a call could do now, without doing it: in how many ways it can go on, and for whom it
// waits.
#include "machine/sync.h"
#include "machine/sync_objects.h"
#include "machine/weak_memory.h"

bool thread_holds(const Thread *thread, uint64_t lock)
{
    for (uint32_t i = 0; i < thread->held.count; i++)
        if (thread->held.data[i] == lock)
            return true;
    return false;
}

bool sync_mutex_is_locked(const Machine *machine, const Thread *thread, uint64_t mutex)
{
    return sync_get(machine, mutex, MUTEX_LOCK) &&
           (!machine->options->local || sync_get(machine, mutex, MUTEX_OWNER) == thread->id + 1);
}

// The program may have written the object by hand.
static uint32_t existing_thread(const Machine *machine, uint64_t number)
{
    return number < machine->threads.count ? (uint32_t)number : NO_THREAD;
}

bool sync_mutex_has_no_owner(const Machine *machine, uint64_t mutex)
{
    return !machine->options->local && sync_get(machine, mutex, MUTEX_LOCK) &&
           existing_thread(machine, sync_get(machine, mutex, MUTEX_OWNER) - 1) == NO_THREAD;
}

static bool mutex_available(const Machine *machine, const Thread *thread, uint64_t mutex)
{
    // A mutex whose memory is gone, or not what it must be, does not block: the thread must run into it.
    return memory_check(&machine->memory, mutex, 4, true) != FAULT_NONE ||
           !sync_mutex_is_locked(machine, thread, mutex) || sync_mutex_has_no_owner(machine, mutex);
}

uint32_t sync_spin_state(const Machine *machine, const Thread *thread, uint64_t lock)
{
    uint32_t state = sync_get(machine, lock, 0);
    bool others = state >= SPIN_HELD && state != DESTROYED && state != SPIN_HELD + thread->id;
    return machine->options->local && others ? SPIN_FREE : state;
}

static bool mutex_can_proceed(const Machine *machine, const Thread *thread, uint64_t mutex)
{
    if (mutex_available(machine, thread, mutex))
        return true;
    uint32_t kind = sync_mutex_kind(machine, mutex);
    bool own = sync_get(machine, mutex, MUTEX_OWNER) == thread->id + 1;
    return own && (kind == MUTEX_RECURSIVE || kind == MUTEX_ERRORCHECK);
}

// A wait takes its mutex again, or one level more of a recursive one that it has kept.
static bool mutex_can_be_taken_again(const Machine *machine, const Thread *thread, uint64_t mutex)
{
    return mutex_available(machine, thread, mutex) || sync_get(machine, mutex, MUTEX_OWNER) == thread->id + 1;
}

// Not if the one before it ended so, and the thread has done nothing since but come back to it: it may as well have stayed
// away from its mutex until now (waiting.c).
bool sync_may_wake_by_itself(const Machine *machine, const Thread *thread)
{
    return machine->options->rules.spurious_wakeups &&
           !(thread->last_wait.unsignalled && thread_waits_again(machine, thread));
}

bool sync_waits_on(const Thread *thread, uint64_t cond)
{
    return (thread->state == THREAD_WAITING && thread->wait.object == cond) ||
           (thread->interrupts.aside.state == THREAD_WAITING && thread->interrupts.aside.wait.object == cond);
}

uint32_t sync_count_waiters(const Machine *machine, uint64_t cond)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < machine->threads.count; i++)
        count += sync_waits_on(machine->threads.data[i], cond);
    return count;
}

// Of a lock, a semaphore or a routine for which the call waits as long as it takes: whether it need not.
static bool can_proceed(const Machine *machine, const Thread *thread, const SyncCall *sync, uint64_t object)
{
    bool readable = memory_check(&machine->memory, object, 4, false) == FAULT_NONE;
    switch (sync->action) {
    case SYNC_LOCK:
        if (sync->object == LIBRARY_TYPE_mutex)
            return mutex_can_proceed(machine, thread, object);
        return !readable || sync_spin_state(machine, thread, object) < SPIN_HELD ||
               sync_get(machine, object, 0) == DESTROYED;
    case SYNC_READ_LOCK:
        return !readable || !sync_get(machine, object, RWLOCK_WRITER) ||
               sync_get(machine, object, RWLOCK_WRITER) == thread->id + 1;
    case SYNC_WRITE_LOCK:
        return !readable || (!sync_get(machine, object, RWLOCK_WRITER) && !sync_get(machine, object, RWLOCK_READERS)) ||
               sync_get(machine, object, RWLOCK_WRITER) == thread->id + 1;
    case SYNC_TAKE:
        return !readable || sync_get(machine, object, SEMAPHORE_VALUE) > 0 ||
               sync_get(machine, object, SEMAPHORE_STATE) != SEMAPHORE_READY;
    case SYNC_BEGIN:
        return !readable || sync_get(machine, object, 0) != 1;
    default:
        return true;
    }
}

static uint32_t call_alternatives(const Machine *machine, const Thread *thread, const Call *call)
{
    const SyncCall *sync = intrinsic_sync_call(call->intrinsic);
    uint64_t object = call_argument(call, 0);
    if (!sync)
        return allocation_may_fail(machine, call) || thread_call_may_fail(machine, call->intrinsic) ||
                       thread_call_may_be_watched(machine, thread, call->intrinsic)
                   ? 2
                   : 1;
    if (sync->action == SYNC_WAIT)
        return sync_may_wake_by_itself(machine, thread) ? 2 : 1;
    if (sync->action == SYNC_SIGNAL) {
        uint32_t waiters = sync_count_waiters(machine, object);
        return waiters ? waiters : 1;
    }
    return sync->manner != SYNC_WAITS || can_proceed(machine, thread, sync, object);
}

uint32_t sync_alternatives(const Machine *machine, const Thread *thread)
{
    Call call;
    switch (thread->state) {
    case THREAD_WAITING:
        return thread->wait.timed;
    case THREAD_WOKEN:
        return mutex_can_be_taken_again(machine, thread, thread->wait.mutex);
    default:
        if (intrinsic_decode(machine, thread, &call))
            return call_alternatives(machine, thread, &call);
        if (machine->weak)
            return weak_memory_ways(machine, thread, thread->pending.kind, thread->pending.address);
        return access_may_fail(machine, thread) ? 2 : 1;
    }
}

static uint32_t only_holder(const Machine *machine, uint64_t lock)
{
    uint32_t found = NO_THREAD;
    for (uint32_t i = 0; i < machine->threads.count; i++)
        if (thread_holds(machine->threads.data[i], lock)) {
            if (found != NO_THREAD)
                return NO_THREAD;
            found = i;
        }
    return found;
}

uint32_t sync_blocker(const Machine *machine, const Thread *thread)
{
    Call call;
    if (thread->state == THREAD_JOINING)
        return thread->wait.thread;
    if (thread->state == THREAD_WOKEN)
        return existing_thread(machine, sync_get(machine, thread->wait.mutex, MUTEX_OWNER) - 1);
    if (thread->state != THREAD_PENDING || !intrinsic_decode(machine, thread, &call))
        return NO_THREAD;
    const SyncCall *sync = intrinsic_sync_call(call.intrinsic);
    if (!sync || sync->manner != SYNC_WAITS)
        return NO_THREAD;
    uint64_t object = call_argument(&call, 0);
    switch (sync->action) {
    case SYNC_LOCK:
        return existing_thread(machine, sync->object == LIBRARY_TYPE_mutex ? sync_get(machine, object, MUTEX_OWNER) - 1
                                                                           : sync_get(machine, object, 0) - SPIN_HELD);
    case SYNC_READ_LOCK:
    case SYNC_WRITE_LOCK:
        if (sync_get(machine, object, RWLOCK_WRITER))
            return existing_thread(machine, sync_get(machine, object, RWLOCK_WRITER) - 1);
        return thread_holds(thread, object) ? thread->id : only_holder(machine, object);
    default:
        return NO_THREAD;
    }
}

bool sync_barrier_released(const Machine *machine, const Thread *thread)
{
    return memory_check(&machine->memory, thread->wait.object, 16, false) != FAULT_NONE ||
           sync_get(machine, thread->wait.object, BARRIER_GENERATION) + 1 != thread->wait.value;
}
