// Mutexes, condition variables, read-write locks, barriers, spin locks, semaphores, once: what the calls do. What
// state an object is in stands in it (sync_objects.h); who waits for what is in the threads.
#include <errno.h>
#include <string.h>

#include "base/fail.h"
#include "machine/crowd.h"
#include "machine/state.h"
#include "machine/symbolic.h"
#include "machine/sync_objects.h"
#include "machine/weak_memory.h"

EventKind sync_event_kind(Intrinsic intrinsic)
{
    static const EventKind kinds[] = {
        [SYNC_INIT] = EVENT_sync_init,      [SYNC_DESTROY] = EVENT_sync_destroy,  [SYNC_LOCK] = EVENT_lock,
        [SYNC_READ_LOCK] = EVENT_read_lock, [SYNC_WRITE_LOCK] = EVENT_write_lock, [SYNC_UNLOCK] = EVENT_unlock,
        [SYNC_WAIT] = EVENT_wait,           [SYNC_SIGNAL] = EVENT_signal,         [SYNC_BROADCAST] = EVENT_broadcast,
        [SYNC_MEET] = EVENT_barrier_arrive, [SYNC_TAKE] = EVENT_semaphore_wait,   [SYNC_POST] = EVENT_semaphore_post,
        [SYNC_READ] = EVENT_semaphore_read, [SYNC_BEGIN] = EVENT_once_begin,      [SYNC_END] = EVENT_once_end,
    };
    const SyncCall *sync = intrinsic_sync_call(intrinsic);
    if (sync)
        return sync->action == SYNC_UNLOCK && sync->object == LIBRARY_TYPE_rwlock ? EVENT_rwlock_unlock
                                                                                  : kinds[sync->action];
    switch (intrinsic) {
    case INTRINSIC_atomic_begin:
    case INTRINSIC_cprover_atomic_begin:
        return EVENT_atomic_begin;
    case INTRINSIC_pthread_detach:
        return EVENT_detach;
    case INTRINSIC_abort:
    case INTRINSIC_trap:
    case INTRINSIC_process_exit:
        return EVENT_process_exit;
    case INTRINSIC_yield:
        return EVENT_yield;
    default:
        INTERNAL_ERROR("%s is no event", intrinsic_name(intrinsic));
    }
}

static void hold(Thread *thread, uint64_t lock, HeldAs as)
{
    vector_push(&thread->held, lock);
    vector_push(&thread->held_as, (uint8_t)as);
}

static void let_go(Thread *thread, uint64_t lock)
{
    for (uint32_t i = thread->held.count; i-- > 0;)
        if (thread->held.data[i] == lock) {
            uint32_t later = thread->held.count - i - 1;
            memmove(&thread->held.data[i], &thread->held.data[i + 1], later * sizeof *thread->held.data);
            memmove(&thread->held_as.data[i], &thread->held_as.data[i + 1], later * sizeof *thread->held_as.data);
            thread->held.count--;
            thread->held_as.count--;
            return;
        }
}

static bool holds(const Thread *thread, uint64_t lock)
{
    for (uint32_t i = 0; i < thread->held.count; i++)
        if (thread->held.data[i] == lock)
            return true;
    return false;
}

// `event` says what is not the same for all: kind, address, what was there before, whether it could have gone
// otherwise.
static Flow finish_with(Machine *machine, Thread *thread, const Call *call, Event event, int result)
{
    event.value = (uint64_t)(int64_t)result;
    machine_emit(machine, thread, event);
    symbolic_return(machine, call, (Value){event.value, event.read});
    return FLOW_NEXT;
}

static Flow finish(Machine *machine, Thread *thread, const Call *call, EventKind kind, uint64_t address, int result)
{
    return finish_with(machine, thread, call, (Event){.kind = kind, .address = address}, result);
}

// Which thread is the one that gets another result depends on the order in which they came.
static Flow leave_barrier(Machine *machine, Thread *thread, const Call *call, uint64_t barrier, int result)
{
    Event event = {.kind = EVENT_barrier_leave, .address = barrier};
    if (machine->options->symbolic_reads)
        event.read = symbolic_unknown(machine, thread, 32, "pthread_barrier_wait");
    return finish_with(machine, thread, call, event, result);
}

// Calls that do not wait, or not for ever.
static bool is_attempt(Intrinsic intrinsic)
{
    const SyncCall *sync = intrinsic_sync_call(intrinsic);
    return sync->manner != SYNC_WAITS && sync->action != SYNC_WAIT;
}

// A lock is taken that the thread did not hold in any way.
static Flow finish_lock(Machine *machine, Thread *thread, const Call *call, EventKind kind, uint64_t lock)
{
    return finish_with(machine, thread, call,
                       (Event){.kind = kind, .address = lock, .conditional = is_attempt(call->intrinsic)}, 0);
}

static Flow refuse(Machine *machine, Thread *thread, const Call *call, int result)
{
    return finish(machine, thread, call, EVENT_refused, call_argument(call, 0), result);
}

// A failed attempt to take a lock changes nothing; a loop of such attempts is a wait, unless they are `lasting`: then
// intrinsic_sync has not noted an effect for nothing.
static Flow fail_attempt(Machine *machine, Thread *thread, const Call *call, uint64_t address, int code, bool lasting)
{
    uint32_t size = sync_object_size(machine, call->intrinsic) < 8 ? 4 : 8;
    if (!lasting)
        spin_take_back_effect(&thread->spin);
    access_note_read(machine, thread, address, size, memory_read_word(&machine->memory, address, size));
    bool reading = intrinsic_sync_call(call->intrinsic)->action == SYNC_READ_LOCK;
    // An attempt that fails because of what the thread itself holds could not have gone otherwise.
    Event event = {.kind = EVENT_lock_failed,
                   .address = address,
                   .value = (uint64_t)code,
                   .reading = reading,
                   .conditional = !holds(thread, address)};
    machine_emit(machine, thread, event);
    call_return(call, (uint64_t)(int64_t)code);
    return FLOW_NEXT;
}

static Flow block(Machine *machine, Thread *thread, const Call *call)
{
    thread->pending = (Pending){.kind = sync_event_kind(call->intrinsic),
                                .address = call_argument(call, 0),
                                .position = thread_position(machine, thread)};
    thread->state = THREAD_PENDING;
    return FLOW_STOP;
}

// --- What a thread could do now, without doing it

// A thread on its own finds no lock held by others.
static bool mutex_locked(const Machine *machine, const Thread *thread, uint64_t mutex)
{
    return sync_get(machine, mutex, MUTEX_LOCK) &&
           (!machine->options->local || sync_get(machine, mutex, MUTEX_OWNER) == thread->id + 1);
}

static bool mutex_available(const Machine *machine, const Thread *thread, uint64_t mutex)
{
    // A mutex whose memory is gone does not block: the thread must run into it.
    return memory_check(&machine->memory, mutex, 4, true) != FAULT_NONE || !mutex_locked(machine, thread, mutex);
}

// The state of a spin lock, as the thread finds it.
static uint32_t spin_state(const Machine *machine, const Thread *thread, uint64_t lock)
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

// Whether the wait before which the thread stands may end without a signal. Not if the one before it did, and the
// thread has done nothing since but come back to it: it may as well have stayed away from its mutex until now
// (waiting.c).
static bool may_wake_by_itself(const Machine *machine, const Thread *thread)
{
    return machine->options->rules.spurious_wakeups &&
           !(thread->last_wait.unsignalled && thread_waits_again(machine, thread));
}

// Whether the thread waits on the condition variable, and nobody has woken it; it may be in a handler meanwhile.
static bool waits_on(const Thread *thread, uint64_t cond)
{
    return (thread->state == THREAD_WAITING && thread->wait.object == cond) ||
           (thread->interrupts.aside.state == THREAD_WAITING && thread->interrupts.aside.wait.object == cond);
}

static uint32_t count_waiters(const Machine *machine, uint64_t cond)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < machine->threads.count; i++)
        count += waits_on(machine->threads.data[i], cond);
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
        return !readable || spin_state(machine, thread, object) < SPIN_HELD ||
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
        return may_wake_by_itself(machine, thread) ? 2 : 1;
    if (sync->action == SYNC_SIGNAL) {
        uint32_t waiters = count_waiters(machine, object);
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
        if (holds(machine->threads.data[i], lock)) {
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
        return sync_get(machine, thread->wait.mutex, MUTEX_OWNER) - 1;
    if (thread->state != THREAD_PENDING || !intrinsic_decode(machine, thread, &call))
        return NO_THREAD;
    const SyncCall *sync = intrinsic_sync_call(call.intrinsic);
    if (!sync || sync->manner != SYNC_WAITS)
        return NO_THREAD;
    uint64_t object = call_argument(&call, 0);
    switch (sync->action) {
    case SYNC_LOCK:
        return sync->object == LIBRARY_TYPE_mutex ? sync_get(machine, object, MUTEX_OWNER) - 1
                                                  : sync_get(machine, object, 0) - SPIN_HELD;
    case SYNC_READ_LOCK:
    case SYNC_WRITE_LOCK:
        if (sync_get(machine, object, RWLOCK_WRITER))
            return sync_get(machine, object, RWLOCK_WRITER) - 1;
        return holds(thread, object) ? thread->id : only_holder(machine, object);
    default:
        return NO_THREAD;
    }
}

bool sync_barrier_released(const Machine *machine, const Thread *thread)
{
    return memory_check(&machine->memory, thread->wait.object, 16, false) != FAULT_NONE ||
           sync_get(machine, thread->wait.object, BARRIER_GENERATION) + 1 != thread->wait.value;
}

// --- Doing it

static Flow misuse_state(Machine *machine, Thread *thread, uint64_t object, const char *what)
{
    return machine_violate_because(machine, thread, PROPERTY_LOCK, CAUSE_STATE, object, "%s", what);
}

// Whether the thread itself holds the object, or others hold it or wait at it.
static Flow misuse_in_use(Machine *machine, Thread *thread, uint64_t object, bool own, const char *what)
{
    return machine_violate_because(machine, thread, PROPERTY_LOCK, own ? CAUSE_OWN : CAUSE_IN_USE, object, "%s", what);
}

// For the first time, or once more if it is recursive.
static void take_mutex(Machine *machine, Thread *thread, uint64_t mutex)
{
    bool own = sync_get(machine, mutex, MUTEX_LOCK) && sync_get(machine, mutex, MUTEX_OWNER) == thread->id + 1;
    sync_put(machine, mutex, MUTEX_COUNT, own ? sync_get(machine, mutex, MUTEX_COUNT) + 1 : 1);
    if (own)
        return;
    sync_put(machine, mutex, MUTEX_LOCK, 1);
    sync_put(machine, mutex, MUTEX_OWNER, thread->id + 1);
    hold(thread, mutex, HELD_MUTEX);
}

// The mutex, or one level of a recursive one.
static void release_mutex(Machine *machine, Thread *thread, uint64_t mutex)
{
    uint32_t count = sync_get(machine, mutex, MUTEX_COUNT);
    if (count > 1) {
        sync_put(machine, mutex, MUTEX_COUNT, count - 1);
        return;
    }
    sync_put(machine, mutex, MUTEX_LOCK, 0);
    sync_put(machine, mutex, MUTEX_OWNER, 0);
    sync_put(machine, mutex, MUTEX_COUNT, 0);
    let_go(thread, mutex);
}

static Flow mutex_operation(Machine *machine, Thread *thread, const Call *call)
{
    const SyncCall *sync = intrinsic_sync_call(call->intrinsic);
    uint64_t mutex = call_argument(call, 0);
    uint32_t kind = sync_mutex_kind(machine, mutex);
    bool locked = mutex_locked(machine, thread, mutex),
         own = locked && sync_get(machine, mutex, MUTEX_OWNER) == thread->id + 1;
    switch (sync->action) {
    case SYNC_LOCK:
        if (!locked) {
            take_mutex(machine, thread, mutex);
            return finish_lock(machine, thread, call, EVENT_lock, mutex);
        }
        if (own && kind == MUTEX_RECURSIVE) {
            take_mutex(machine, thread, mutex);
            return finish(machine, thread, call, EVENT_lock, mutex, 0);
        }
        if (sync->manner == SYNC_TRIES)
            return fail_attempt(machine, thread, call, mutex, EBUSY, false);
        if (own && kind == MUTEX_ERRORCHECK)
            return refuse(machine, thread, call, EDEADLK);
        if (sync->manner == SYNC_TIMED)
            return fail_attempt(machine, thread, call, mutex, ETIMEDOUT, true);
        return block(machine, thread, call);
    case SYNC_UNLOCK:
        if (!own) {
            if (kind == MUTEX_ERRORCHECK || kind == MUTEX_RECURSIVE)
                return refuse(machine, thread, call, EPERM);
            return machine_violate(machine, thread, PROPERTY_LOCK,
                                   locked ? "unlock of a mutex that another thread holds"
                                          : "unlock of a mutex that is not locked");
        }
        release_mutex(machine, thread, mutex);
        return finish(machine, thread, call, EVENT_unlock, mutex, 0);
    default: // destroy
        if (locked)
            return misuse_in_use(machine, thread, mutex, own, "destroy of a mutex that is locked");
        sync_put(machine, mutex, MUTEX_KIND, DESTROYED);
        return finish(machine, thread, call, EVENT_sync_destroy, mutex, 0);
    }
}

// The thread stops waiting, on account of a signal, its time limit, or nothing at all.
typedef enum WakeCause { WAKE_SIGNAL, WAKE_TIME, WAKE_SPURIOUS } WakeCause;

static void wake(Machine *machine, Thread *thread, WakeCause cause)
{
    bool aside = thread->state != THREAD_WAITING;
    Wait *wait = aside ? &thread->interrupts.aside.wait : &thread->wait;
    *(aside ? &thread->interrupts.aside.state : &thread->state) = THREAD_WOKEN;
    wait->timed_out = cause == WAKE_TIME;
    thread->last_wait.unsignalled = cause != WAKE_SIGNAL;
    machine_emit(machine, thread,
                 (Event){.kind = EVENT_wake,
                         .address = wait->object,
                         .value = wait->timed_out ? ETIMEDOUT : 0,
                         .unsignalled = cause == WAKE_SPURIOUS,
                         .conditional = wait->timed});
}

// As long as somebody waits on a condition variable, it belongs to the mutex of that wait.
static bool belongs_to_another_mutex(const Machine *machine, uint64_t cond, uint64_t mutex)
{
    for (uint32_t i = 0; i < machine->threads.count; i++) {
        const Thread *other = machine->threads.data[i];
        uint64_t its = other->state == THREAD_WAITING ? other->wait.mutex : other->interrupts.aside.wait.mutex;
        if (waits_on(other, cond) && its != mutex)
            return true;
    }
    return false;
}

static Flow wait_in_handler(Machine *machine, Thread *thread)
{
    return machine_give_up(machine, thread, "a signal handler that waits while the wait lasts that it has interrupted");
}

static Flow wait_on_condition(Machine *machine, Thread *thread, const Call *call, bool again)
{
    uint64_t cond = call_argument(call, 0), mutex = call_argument(call, 1);
    if (thread->interrupts.aside.state != THREAD_READY)
        return wait_in_handler(machine, thread);
    Flow flow = access_check(machine, thread, mutex, sync_object_size(machine, INTRINSIC_mutex_lock), true);
    if (flow != FLOW_NEXT)
        return flow;
    if (!sync_get(machine, mutex, MUTEX_LOCK) || sync_get(machine, mutex, MUTEX_OWNER) != thread->id + 1) {
        if (sync_mutex_kind(machine, mutex) == MUTEX_ERRORCHECK)
            return refuse(machine, thread, call, EPERM);
        return misuse_in_use(machine, thread, cond, true, "wait on a condition variable without holding its mutex");
    }
    if (belongs_to_another_mutex(machine, cond, mutex))
        return misuse_in_use(machine, thread, cond, false,
                             "wait on a condition variable on which others wait with another mutex");
    release_mutex(machine, thread, mutex);
    thread->state = THREAD_WAITING;
    thread->wait.object = cond;
    thread->wait.mutex = mutex;
    thread->wait.timed = intrinsic_sync_call(call->intrinsic)->manner == SYNC_TIMED;
    thread->wait.timed_out = false;
    machine_emit(
        machine, thread,
        (Event){.kind = EVENT_wait, .address = cond, .value = mutex, .size = holds(thread, mutex), .repeated = again});
    thread_note_wait(machine, thread);
    if (machine->step.alternative)
        wake(machine, thread, WAKE_SPURIOUS);
    return FLOW_STOP;
}

Flow sync_continue_wait(Machine *machine, Thread *thread)
{
    if (thread->state == THREAD_WAITING) { // stepped without a signal
        wake(machine, thread, WAKE_TIME);
        return FLOW_STOP;
    }
    Call call;
    intrinsic_decode(machine, thread, &call);
    Flow flow =
        access_check(machine, thread, thread->wait.mutex, sync_object_size(machine, INTRINSIC_mutex_lock), true);
    if (flow != FLOW_NEXT)
        return flow;
    if (sync_mutex_kind(machine, thread->wait.mutex) == DESTROYED)
        return machine_violate_because(machine, thread, PROPERTY_LOCK, CAUSE_STATE, thread->wait.mutex,
                                       "a wait takes its mutex again after it was destroyed");
    take_mutex(machine, thread, thread->wait.mutex);
    thread_end_wait(thread);
    finish(machine, thread, &call, EVENT_lock, thread->wait.mutex, thread->wait.timed_out ? ETIMEDOUT : 0);
    thread->wait.object = thread->wait.mutex = 0;
    thread_frame(thread)->pc++;
    return FLOW_NEXT;
}

static Flow condition_operation(Machine *machine, Thread *thread, const Call *call, bool again)
{
    uint64_t cond = call_argument(call, 0);
    switch (intrinsic_sync_call(call->intrinsic)->action) {
    case SYNC_DESTROY:
        if (count_waiters(machine, cond))
            return misuse_in_use(machine, thread, cond, false, "destroy of a condition variable on which threads wait");
        sync_put(machine, cond, COND_STATE, DESTROYED);
        return finish(machine, thread, call, EVENT_sync_destroy, cond, 0);
    case SYNC_SIGNAL: {
        uint32_t chosen = machine->step.alternative, woken = NO_THREAD;
        for (uint32_t i = 0; i < machine->threads.count && woken == NO_THREAD; i++)
            if (waits_on(machine->threads.data[i], cond) && !chosen--)
                woken = i;
        machine_emit(machine, thread,
                     (Event){.kind = EVENT_signal, .address = cond, .other = woken, .unchanged = woken == NO_THREAD});
        if (woken != NO_THREAD)
            wake(machine, machine_writable_thread(machine, woken), WAKE_SIGNAL);
        call_return(call, 0);
        return FLOW_NEXT;
    }
    case SYNC_BROADCAST:
        machine_emit(machine, thread,
                     (Event){.kind = EVENT_broadcast, .address = cond, .unchanged = !count_waiters(machine, cond)});
        for (uint32_t i = 0; i < machine->threads.count; i++)
            if (waits_on(machine->threads.data[i], cond))
                wake(machine, machine_writable_thread(machine, i), WAKE_SIGNAL);
        call_return(call, 0);
        return FLOW_NEXT;
    default: // wait
        return wait_on_condition(machine, thread, call, again);
    }
}

static Flow rwlock_operation(Machine *machine, Thread *thread, const Call *call)
{
    const SyncCall *sync = intrinsic_sync_call(call->intrinsic);
    uint64_t lock = call_argument(call, 0);
    uint32_t readers = sync_get(machine, lock, RWLOCK_READERS), writer = sync_get(machine, lock, RWLOCK_WRITER);
    switch (sync->action) {
    case SYNC_DESTROY:
        if (readers || writer)
            return misuse_in_use(machine, thread, lock, holds(thread, lock),
                                 "destroy of a read-write lock that is held");
        sync_put(machine, lock, RWLOCK_STATE, DESTROYED);
        return finish(machine, thread, call, EVENT_sync_destroy, lock, 0);
    case SYNC_READ_LOCK:
        if (!writer) {
            bool again = holds(thread, lock);
            sync_put(machine, lock, RWLOCK_READERS, readers + 1);
            hold(thread, lock, HELD_TO_READ);
            return again ? finish(machine, thread, call, EVENT_read_lock, lock, 0)
                         : finish_lock(machine, thread, call, EVENT_read_lock, lock);
        }
        break;
    case SYNC_WRITE_LOCK:
        if (!writer && !readers) {
            sync_put(machine, lock, RWLOCK_WRITER, thread->id + 1);
            hold(thread, lock, HELD_TO_WRITE);
            return finish_lock(machine, thread, call, EVENT_write_lock, lock);
        }
        break;
    default: // unlock
        if (writer == thread->id + 1)
            sync_put(machine, lock, RWLOCK_WRITER, 0);
        else if (readers && holds(thread, lock))
            sync_put(machine, lock, RWLOCK_READERS, readers - 1);
        else
            return machine_violate(machine, thread, PROPERTY_LOCK,
                                   "unlock of a read-write lock that the thread does not hold");
        let_go(thread, lock);
        return finish_with(machine, thread, call,
                           (Event){.kind = EVENT_rwlock_unlock, .address = lock, .shared = !writer}, 0);
    }
    if (sync->manner == SYNC_TRIES)
        return fail_attempt(machine, thread, call, lock, EBUSY, sync->action == SYNC_READ_LOCK);
    if (writer == thread->id + 1)
        return refuse(machine, thread, call, EDEADLK);
    if (sync->manner == SYNC_TIMED)
        return fail_attempt(machine, thread, call, lock, ETIMEDOUT, true);
    return block(machine, thread, call);
}

// Whether somebody looks at the result of the round that ends now, which tells who came last.
static bool tells_last(const Machine *machine, const Thread *last, uint64_t barrier)
{
    bool told = !thread_drops_result(machine, last);
    for (uint32_t i = 0; i < machine->threads.count && !told; i++) {
        const Thread *thread = machine->threads.data[i];
        bool aside = thread->interrupts.aside.state == THREAD_BARRIER;
        told = aside || (thread->state == THREAD_BARRIER && thread->wait.object == barrier &&
                         !thread_drops_result(machine, thread));
    }
    return told;
}

// Whether a thread that has come to the barrier, and not left it yet, did so in this generation.
static bool is_in_generation(const Machine *machine, uint64_t barrier, uint32_t generation)
{
    for (uint32_t i = 0; i < machine->threads.count; i++) {
        const Thread *thread = machine->threads.data[i];
        const Wait *aside = &thread->interrupts.aside.wait;
        if ((thread->state == THREAD_BARRIER && thread->wait.object == barrier &&
             thread->wait.value == (uint64_t)generation + 1) ||
            (thread->interrupts.aside.state == THREAD_BARRIER && aside->object == barrier &&
             aside->value == (uint64_t)generation + 1))
            return true;
    }
    return false;
}

// The first one that nobody is in, so that a barrier that is passed for ever comes to the same states again.
static uint32_t next_generation(const Machine *machine, uint64_t barrier)
{
    uint32_t next = 0;
    while (is_in_generation(machine, barrier, next))
        next++;
    return next;
}

static Flow barrier_operation(Machine *machine, Thread *thread, const Call *call)
{
    uint64_t barrier = call_argument(call, 0);
    if (sync_get(machine, barrier, BARRIER_STATE) != BARRIER_READY)
        return misuse_state(machine, thread, barrier, "use of a barrier that is not initialised or was destroyed");
    uint32_t arrived = sync_get(machine, barrier, BARRIER_ARRIVED),
             generation = sync_get(machine, barrier, BARRIER_GENERATION);
    if (intrinsic_sync_call(call->intrinsic)->action == SYNC_DESTROY) {
        if (arrived)
            return misuse_in_use(machine, thread, barrier, false, "destroy of a barrier at which threads wait");
        sync_put(machine, barrier, BARRIER_STATE, DESTROYED);
        return finish(machine, thread, call, EVENT_sync_destroy, barrier, 0);
    }
    if (thread->interrupts.aside.state != THREAD_READY)
        return wait_in_handler(machine, thread);
    uint32_t needed = sync_get(machine, barrier, BARRIER_NEEDED);
    bool last = arrived + 1 == needed;
    machine_emit(machine, thread,
                 (Event){.kind = EVENT_barrier_arrive,
                         .address = barrier,
                         .parties = needed,
                         .told = last && tells_last(machine, thread, barrier),
                         .round = generation,
                         .missing = needed - arrived - 1});
    if (last) {
        sync_put(machine, barrier, BARRIER_ARRIVED, 0);
        sync_put(machine, barrier, BARRIER_GENERATION, next_generation(machine, barrier));
        return leave_barrier(machine, thread, call, barrier, SERIAL_THREAD);
    }
    sync_put(machine, barrier, BARRIER_ARRIVED, arrived + 1);
    thread->state = THREAD_BARRIER;
    thread->wait.object = barrier;
    thread->wait.value = (uint64_t)generation + 1;
    return FLOW_STOP;
}

static Flow spin_operation(Machine *machine, Thread *thread, const Call *call)
{
    uint64_t lock = call_argument(call, 0);
    uint32_t value = spin_state(machine, thread, lock);
    if (value == 0 || value == DESTROYED)
        return misuse_state(machine, thread, lock, "use of a spin lock that is not initialised or was destroyed");
    const SyncCall *sync = intrinsic_sync_call(call->intrinsic);
    switch (sync->action) {
    case SYNC_DESTROY:
        if (value != SPIN_FREE)
            return misuse_in_use(machine, thread, lock, value == SPIN_HELD + thread->id,
                                 "destroy of a spin lock that is locked");
        sync_put(machine, lock, 0, DESTROYED);
        return finish(machine, thread, call, EVENT_sync_destroy, lock, 0);
    case SYNC_UNLOCK:
        if (value != SPIN_HELD + thread->id)
            return machine_violate(machine, thread, PROPERTY_LOCK,
                                   "unlock of a spin lock that the thread does not hold");
        sync_put(machine, lock, 0, SPIN_FREE);
        let_go(thread, lock);
        return finish(machine, thread, call, EVENT_unlock, lock, 0);
    default:
        if (value == SPIN_FREE) {
            sync_put(machine, lock, 0, SPIN_HELD + thread->id);
            hold(thread, lock, HELD_SPIN);
            return finish_lock(machine, thread, call, EVENT_lock, lock);
        }
        if (sync->manner == SYNC_WAITS)
            return block(machine, thread, call);
        return sync->manner == SYNC_TRIES ? fail_attempt(machine, thread, call, lock, EBUSY, false)
                                          : fail_attempt(machine, thread, call, lock, ETIMEDOUT, true);
    }
}

static Flow semaphore_operation(Machine *machine, Thread *thread, const Call *call)
{
    uint64_t semaphore = call_argument(call, 0);
    if (sync_get(machine, semaphore, SEMAPHORE_STATE) != SEMAPHORE_READY)
        return misuse_state(machine, thread, semaphore, "use of a semaphore that is not initialised or was destroyed");
    uint32_t value = sync_get(machine, semaphore, SEMAPHORE_VALUE);
    Event event = {.kind = sync_event_kind(call->intrinsic),
                   .address = semaphore,
                   .previous = value,
                   .conditional = is_attempt(call->intrinsic)};
    const SyncCall *sync = intrinsic_sync_call(call->intrinsic);
    switch (sync->action) {
    case SYNC_DESTROY:
        sync_put(machine, semaphore, SEMAPHORE_STATE, DESTROYED);
        return finish_with(machine, thread, call, event, 0);
    case SYNC_POST:
        if (value == SEMAPHORE_MAXIMUM) {
            machine_set_errno(machine, thread, EOVERFLOW);
            return refuse(machine, thread, call, -1);
        }
        sync_put(machine, semaphore, SEMAPHORE_VALUE, value + 1);
        event.sums = value + 1 < SEMAPHORE_MAXIMUM;
        return finish_with(machine, thread, call, event, 0);
    case SYNC_READ: {
        uint64_t target = call_argument(call, 1);
        Flow flow = access_check(machine, thread, target, 4, true);
        if (flow != FLOW_NEXT)
            return flow;
        event.value = value;
        if (machine->options->symbolic_reads)
            event.read = symbolic_unknown(machine, thread, 32, "sem_getvalue");
        machine_join_events(thread);
        machine_emit(machine, thread, event);
        access_put(machine, thread, target, 4, (Value){value, event.read});
        machine_part_events(thread);
        call_return(call, 0);
        return FLOW_NEXT;
    }
    default:
        if (value) {
            sync_put(machine, semaphore, SEMAPHORE_VALUE, value - 1);
            return finish_with(machine, thread, call, event, 0);
        }
        if (sync->manner == SYNC_WAITS)
            return block(machine, thread, call);
        if (call->intrinsic != INTRINSIC_sem_attempt) // which is part of a call that waits
            machine_set_errno(machine, thread, sync->manner == SYNC_TRIES ? EAGAIN : ETIMEDOUT);
        return fail_attempt(machine, thread, call, semaphore, -1, sync->manner == SYNC_TIMED);
    }
}

static Flow once_operation(Machine *machine, Thread *thread, const Call *call)
{
    uint64_t control = call_argument(call, 0);
    if (intrinsic_sync_call(call->intrinsic)->action == SYNC_END) {
        sync_put(machine, control, 0, 2);
        if (thread->once.count)
            thread->once.count--;
        return finish(machine, thread, call, EVENT_once_end, control, 0);
    }
    uint32_t state = sync_get(machine, control, 0);
    if (state == 1)
        return block(machine, thread, call);
    if (state == 0) {
        sync_put(machine, control, 0, 1);
        vector_push(&thread->once, control);
    }
    return finish_with(machine, thread, call,
                       (Event){.kind = EVENT_once_begin, .address = control, .unchanged = state != 0}, state == 0);
}

// As the program calls it.
static const char *called_name(Intrinsic intrinsic)
{
    const char *name = intrinsic_name(intrinsic), *prefix = "__raddle_";
    return strncmp(name, prefix, strlen(prefix)) ? name : name + strlen(prefix);
}

// --- The beginning of an object's life

static bool initialises(Intrinsic intrinsic)
{
    return intrinsic_sync_call(intrinsic)->action == SYNC_INIT;
}

// Where a mutex, a condition variable or a read-write lock has the mark of a destroyed one; zero bytes are in order.
static uint32_t mark_offset(Intrinsic intrinsic)
{
    LibraryType type = sync_object_type(intrinsic);
    return type == LIBRARY_TYPE_mutex ? MUTEX_KIND : type == LIBRARY_TYPE_condition ? COND_STATE : RWLOCK_STATE;
}

static bool is_destroyed(const Machine *machine, Intrinsic intrinsic, uint64_t object)
{
    LibraryType type = sync_object_type(intrinsic);
    bool marked = type == LIBRARY_TYPE_mutex || type == LIBRARY_TYPE_condition || type == LIBRARY_TYPE_rwlock;
    return marked && (sync_get(machine, object, mark_offset(intrinsic)) & 0xffff) == DESTROYED;
}

// Whether the object about to be initialised could have been used before.
static bool is_in_order(const Machine *machine, Intrinsic intrinsic, uint64_t object)
{
    if (memory_count_uninitialised(&machine->memory, object, sync_object_size(machine, intrinsic)))
        return false;
    switch (sync_object_type(intrinsic)) {
    case LIBRARY_TYPE_barrier:
        return sync_get(machine, object, BARRIER_STATE) == BARRIER_READY;
    case LIBRARY_TYPE_spin:
        return sync_get(machine, object, 0) != 0 && sync_get(machine, object, 0) != DESTROYED;
    case LIBRARY_TYPE_semaphore:
        return sync_get(machine, object, SEMAPHORE_STATE) == SEMAPHORE_READY;
    default:
        return !is_destroyed(machine, intrinsic, object);
    }
}

static bool is_used_by(const Machine *machine, const Thread *thread, uint64_t object)
{
    bool waits =
        thread->state == THREAD_WAITING || (thread->state == THREAD_BARRIER && !sync_barrier_released(machine, thread));
    bool aside = thread->interrupts.aside.state == THREAD_WAITING || thread->interrupts.aside.state == THREAD_BARRIER;
    return holds(thread, object) || (waits && thread->wait.object == object) ||
           (aside && thread->interrupts.aside.wait.object == object);
}

// A thread on its own does not know what others hold. Of a semaphore nobody is a holder.
static Flow check_unused(Machine *machine, Thread *thread, Intrinsic intrinsic, uint64_t object)
{
    static const char *const misuses[LIBRARY_TYPE_COUNT] = {
        [LIBRARY_TYPE_mutex] = "initialisation of a mutex that is locked",
        [LIBRARY_TYPE_condition] = "initialisation of a condition variable on which threads wait",
        [LIBRARY_TYPE_rwlock] = "initialisation of a read-write lock that is held",
        [LIBRARY_TYPE_barrier] = "initialisation of a barrier at which threads wait",
        [LIBRARY_TYPE_spin] = "initialisation of a spin lock that is locked",
        [LIBRARY_TYPE_semaphore] = "initialisation of a semaphore that is in use",
    };
    for (uint32_t i = 0; i < machine->threads.count; i++)
        if (is_used_by(machine, machine->threads.data[i], object) && (i == thread->id || !machine->options->local))
            return misuse_in_use(machine, thread, object, holds(thread, object), misuses[sync_object_type(intrinsic)]);
    return FLOW_NEXT;
}

static Flow read_mutex_kind(Machine *machine, Thread *thread, const Call *call, uint32_t *kind)
{
    uint64_t attributes = call_argument(call, 1);
    *kind = MUTEX_NORMAL;
    if (!attributes)
        return FLOW_NEXT;
    Flow flow = access_check(machine, thread, attributes, 4, false);
    if (flow != FLOW_NEXT)
        return flow;
    symbolic_pin_memory(machine, thread, attributes, 4);
    *kind = sync_get(machine, attributes, 0) & 3;
    return FLOW_NEXT;
}

// The value of a semaphore, or the number of threads that meet at a barrier.
static uint32_t initial_number(const Call *call)
{
    return (uint32_t)call_argument(call, 2);
}

// Whether an object can be given such a value at all. If not, the call returns an error, whatever the object is.
static bool has_no_such_object(Machine *machine, Thread *thread, const Call *call)
{
    uint32_t number = initial_number(call);
    LibraryType type = sync_object_type(call->intrinsic);
    if (type == LIBRARY_TYPE_barrier && !number) {
        call_return(call, EINVAL);
        return true;
    }
    if (type == LIBRARY_TYPE_semaphore && number > SEMAPHORE_MAXIMUM) {
        machine_set_errno(machine, thread, EINVAL);
        call_return(call, (uint64_t)-1);
        return true;
    }
    return false;
}

static Flow initialise(Machine *machine, Thread *thread, const Call *call)
{
    uint64_t object = call_argument(call, 0);
    uint32_t number = initial_number(call), kind = MUTEX_NORMAL;
    LibraryType type = sync_object_type(call->intrinsic);
    Flow flow = type == LIBRARY_TYPE_mutex ? read_mutex_kind(machine, thread, call, &kind) : FLOW_NEXT;
    if (flow == FLOW_NEXT)
        flow = check_unused(machine, thread, call->intrinsic, object);
    if (flow != FLOW_NEXT)
        return flow;
    Event event = {.kind = EVENT_sync_init, .address = object, .again = is_in_order(machine, call->intrinsic, object)};
    switch (type) {
    case LIBRARY_TYPE_mutex:
        event.initial = event.again && kind != sync_mutex_kind(machine, object);
        for (uint32_t offset = 0; offset < sync_object_size(machine, call->intrinsic); offset += 4)
            sync_put(machine, object, offset, 0);
        sync_put(machine, object, MUTEX_KIND, kind);
        break;
    case LIBRARY_TYPE_condition:
        sync_put(machine, object, COND_STATE, 0);
        break;
    case LIBRARY_TYPE_rwlock:
        for (uint32_t offset = 0; offset <= RWLOCK_STATE; offset += 4)
            sync_put(machine, object, offset, 0);
        break;
    case LIBRARY_TYPE_barrier:
        event.initial = number;
        sync_put(machine, object, BARRIER_NEEDED, number);
        sync_put(machine, object, BARRIER_ARRIVED, 0);
        sync_put(machine, object, BARRIER_GENERATION, 0);
        sync_put(machine, object, BARRIER_STATE, BARRIER_READY);
        break;
    case LIBRARY_TYPE_spin:
        sync_put(machine, object, 0, SPIN_FREE);
        break;
    default: // semaphore
        event.initial = number;
        sync_put(machine, object, SEMAPHORE_VALUE, number);
        sync_put(machine, object, SEMAPHORE_STATE, SEMAPHORE_READY);
        break;
    }
    return finish_with(machine, thread, call, event, 0);
}

// A barrier wait is left by the instruction that began it, once the others have come.
static bool leaves_barrier(const Machine *machine, Thread *thread, const Call *call)
{
    return intrinsic_sync_call(call->intrinsic)->action == SYNC_MEET && thread->wait.value &&
           thread->wait.object == call_argument(call, 0) && sync_barrier_released(machine, thread);
}

// The program's own type has no room for the state, or its mutex is initialised in a way of its own.
static bool does_not_fit(Machine *machine, Thread *thread, const Call *call, uint64_t object)
{
    LibraryType type = sync_object_type(call->intrinsic);
    uint64_t declared = machine->program->library_type_sizes[type];
    uint32_t size = sync_object_size(machine, call->intrinsic);
    uint64_t word = type == LIBRARY_TYPE_mutex && sync_mutex_is_packed(machine) && !initialises(call->intrinsic) &&
                            memory_check(&machine->memory, object, 4, true) == FAULT_NONE
                        ? memory_read_word(&machine->memory, object, 4)
                        : 0;
    if ((!declared || declared >= size) && (!word || sync_mutex_word_is_ours(word)))
        return false;
    machine_give_up(machine, thread, "a %s of %llu bytes, which %s,", library_type_name(type),
                    (unsigned long long)declared, word ? "the program initialises itself" : "is too small");
    return true;
}

// Whether the object is one, and not destroyed.
static Flow check_in_order(Machine *machine, Thread *thread, const Call *call, uint64_t object)
{
    if (memory_count_uninitialised(&machine->memory, object, sync_object_size(machine, call->intrinsic)))
        return machine_violate_because(machine, thread, PROPERTY_LOCK, CAUSE_STATE, object,
                                       "%s on an object that was never initialised", called_name(call->intrinsic));
    if (is_destroyed(machine, call->intrinsic, object))
        return machine_violate_because(machine, thread, PROPERTY_LOCK, CAUSE_STATE, object,
                                       "%s on an object that was destroyed", called_name(call->intrinsic));
    return FLOW_NEXT;
}

// The object has been found to be in order. `again`: see thread_report_waits_again.
static Flow perform(Machine *machine, Thread *thread, const Call *call, bool again)
{
    switch (sync_object_type(call->intrinsic)) {
    case LIBRARY_TYPE_mutex:
        return mutex_operation(machine, thread, call);
    case LIBRARY_TYPE_condition:
        return condition_operation(machine, thread, call, again);
    case LIBRARY_TYPE_rwlock:
        return rwlock_operation(machine, thread, call);
    case LIBRARY_TYPE_barrier:
        return barrier_operation(machine, thread, call);
    case LIBRARY_TYPE_spin:
        return spin_operation(machine, thread, call);
    case LIBRARY_TYPE_semaphore:
        return semaphore_operation(machine, thread, call);
    case LIBRARY_TYPE_once:
        return once_operation(machine, thread, call);
    case LIBRARY_TYPE_thread:
    case LIBRARY_TYPE_COUNT:
        break;
    }
    INTERNAL_ERROR("%s is about no object", intrinsic_name(call->intrinsic));
}

// Whether what the threads of a crowd have done to the object is known well enough for the call. That they hold a lock to
// read is not: nobody takes it to write while they do, but who only tries would find out.
static bool is_for_crowds(const Call *call)
{
    const SyncCall *sync = intrinsic_sync_call(call->intrinsic);
    switch (sync_object_type(call->intrinsic)) {
    case LIBRARY_TYPE_mutex:
    case LIBRARY_TYPE_spin:
    case LIBRARY_TYPE_once:
        return true;
    case LIBRARY_TYPE_rwlock:
        return sync && (sync->action == SYNC_READ_LOCK || sync->action == SYNC_UNLOCK ||
                        (sync->action == SYNC_WRITE_LOCK && sync->manner == SYNC_WAITS));
    default:
        return false;
    }
}

Flow intrinsic_sync(Machine *machine, Thread *thread, const Call *call)
{
    uint64_t object = call_argument(call, 0);
    uint32_t size = sync_object_size(machine, call->intrinsic);
    if (does_not_fit(machine, thread, call, object))
        return FLOW_END;
    if (machine_guest(machine) != NO_THREAD && !is_for_crowds(call))
        return machine_give_up(machine, thread, "%s among threads that are created without end",
                               intrinsic_name(call->intrinsic));
    if (initialises(call->intrinsic) && has_no_such_object(machine, thread, call))
        return FLOW_NEXT;
    if (leaves_barrier(machine, thread, call)) {
        thread->wait.value = thread->wait.object = 0;
        return leave_barrier(machine, thread, call, object, 0);
    }
    Pending pending = {
        .kind = sync_event_kind(call->intrinsic), .address = object, .attempt = is_attempt(call->intrinsic)};
    bool several = (pending.kind == EVENT_signal && count_waiters(machine, object) > 1) ||
                   (pending.kind == EVENT_wait && may_wake_by_itself(machine, thread));
    if (several ? thread_must_choose(machine, thread, pending) : thread_must_stop(machine, thread, pending))
        return FLOW_STOP;
    if (call->intrinsic == INTRINSIC_cond_interrupt && !count_waiters(machine, object)) {
        machine_emit(machine, thread, (Event){.kind = EVENT_broadcast, .address = object, .unchanged = true});
        spin_note_effect(&thread->spin);
        call_return(call, 0);
        return FLOW_NEXT;
    }
    Flow flow = access_check(machine, thread, object, size, true);
    if (flow != FLOW_NEXT)
        return flow;
    symbolic_pin_memory(machine, thread, object, size);
    if (!initialises(call->intrinsic))
        flow = check_in_order(machine, thread, call, object);
    if (flow != FLOW_NEXT)
        return flow;
    bool again = pending.kind == EVENT_wait && thread_report_waits_again(machine, thread);
    spin_note_effect(&thread->spin);
    return initialises(call->intrinsic) ? initialise(machine, thread, call) : perform(machine, thread, call, again);
}
