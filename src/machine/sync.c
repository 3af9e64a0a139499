// Mutexes, condition variables, read-write locks, barriers, spin locks, semaphores, once: what the calls do. What
// state an object is in stands in it (sync_objects.h); who waits for what is in the threads.
#include <errno.h>
#include <string.h>

#include "base/fail.h"
#include "machine/crowd.h"
#include "machine/state.h"
#include "machine/symbolic.h"
#include "machine/sync.h"
#include "machine/sync_objects.h"
#include "machine/weak_memory.h"

EventKind sync_event_kind(Intrinsic intrinsic)
{
    static const EventKind kinds[] = {
        [SYNC_INIT] = EVENT_sync_init,      [SYNC_DESTROY] = EVENT_sync_destroy,  [SYNC_LOCK] = EVENT_lock,
        [SYNC_READ_LOCK] = EVENT_read_lock, [SYNC_WRITE_LOCK] = EVENT_write_lock, [SYNC_UNLOCK] = EVENT_unlock,
        [SYNC_WAIT] = EVENT_wait,           [SYNC_SIGNAL] = EVENT_signal,         [SYNC_BROADCAST] = EVENT_broadcast,
        [SYNC_INTERRUPT] = EVENT_broadcast, [SYNC_MEET] = EVENT_barrier_arrive,   [SYNC_TAKE] = EVENT_semaphore_wait,
        [SYNC_POST] = EVENT_semaphore_post, [SYNC_READ] = EVENT_semaphore_read,   [SYNC_BEGIN] = EVENT_once_begin,
        [SYNC_END] = EVENT_once_end,
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

static void drop_held(Thread *thread, uint32_t index)
{
    uint32_t later = thread->held.count - index - 1;
    memmove(&thread->held.data[index], &thread->held.data[index + 1], later * sizeof *thread->held.data);
    memmove(&thread->held_as.data[index], &thread->held_as.data[index + 1], later * sizeof *thread->held_as.data);
    thread->held.count--;
    thread->held_as.count--;
}

static void let_go(Thread *thread, uint64_t lock)
{
    for (uint32_t i = thread->held.count; i-- > 0;)
        if (thread->held.data[i] == lock) {
            drop_held(thread, i);
            return;
        }
}

bool sync_is_held_within(const Machine *machine, uint64_t address, uint64_t size)
{
    for (uint32_t i = 0; i < machine->threads.count; i++)
        for (uint32_t j = 0; j < machine->threads.data[i]->held.count; j++)
            if (machine->threads.data[i]->held.data[j] - address < size)
                return true;
    return false;
}

void sync_forget(Machine *machine, uint64_t address, uint64_t size)
{
    for (uint32_t i = 0; i < machine->threads.count; i++)
        for (uint32_t j = machine->threads.data[i]->held.count; j-- > 0;)
            if (machine->threads.data[i]->held.data[j] - address < size)
                drop_held(machine_writable_thread(machine, i), j);
}

Flow sync_finish(Machine *machine, Thread *thread, const Call *call, Event event, int result)
{
    event.value = (uint64_t)(int64_t)result;
    machine_emit(machine, thread, event);
    symbolic_return(machine, call, (Value){event.value, event.read});
    return FLOW_NEXT;
}

static Flow finish(Machine *machine, Thread *thread, const Call *call, EventKind kind, uint64_t address, int result)
{
    return sync_finish(machine, thread, call, (Event){.kind = kind, .address = address}, result);
}

// Which thread is the one that gets another result depends on the order in which they came.
static Flow leave_barrier(Machine *machine, Thread *thread, const Call *call, uint64_t barrier, int result)
{
    Event event = {.kind = EVENT_barrier_leave, .address = barrier};
    if (machine->options->symbolic_reads)
        event.read = symbolic_unknown(machine, thread, 32, "pthread_barrier_wait");
    return sync_finish(machine, thread, call, event, result);
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
    return sync_finish(machine, thread, call,
                       (Event){.kind = kind, .address = lock, .conditional = is_attempt(call->intrinsic)}, 0);
}

static Flow refuse(Machine *machine, Thread *thread, const Call *call, int result)
{
    return finish(machine, thread, call, EVENT_use, call_argument(call, 0), result);
}

// A failed attempt to take a lock changes nothing; a loop of such attempts is a wait, unless they are `lasting`: then
// intrinsic_sync has not noted an effect for nothing.
static Flow fail_attempt(Machine *machine, Thread *thread, const Call *call, uint64_t address, int code, bool lasting)
{
    uint32_t size = sync_object_size(machine, call->intrinsic) < 8 ? 4 : 8;
    if (!lasting)
        spin_take_back_effect(&thread->spin);
    else
        lone_note_timeout(machine);
    access_note_read(machine, thread, address, size, memory_read_word(&machine->memory, address, size));
    bool reading = intrinsic_sync_call(call->intrinsic)->action == SYNC_READ_LOCK;
    // An attempt that fails because of what the thread itself holds could not have gone otherwise.
    Event event = {.kind = EVENT_lock_failed,
                   .address = address,
                   .value = (uint64_t)code,
                   .reading = reading,
                   .conditional = !thread_holds(thread, address)};
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

static Flow misuse_state(Machine *machine, Thread *thread, uint64_t object, const char *what)
{
    return machine_violate_because(machine, thread, PROPERTY_LOCK, CAUSE_STATE, object, "%s", what);
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
    bool locked = sync_mutex_is_locked(machine, thread, mutex),
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
            return sync_violate_in_use(machine, thread, mutex, own, "destroy of a mutex that is locked");
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
        if (sync_waits_on(other, cond) && its != mutex)
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
        return sync_violate_in_use(machine, thread, cond, true,
                                   "wait on a condition variable without holding its mutex");
    }
    if (belongs_to_another_mutex(machine, cond, mutex))
        return sync_violate_in_use(machine, thread, cond, false,
                                   "wait on a condition variable on which others wait with another mutex");
    release_mutex(machine, thread, mutex);
    thread->state = THREAD_WAITING;
    thread->wait.object = cond;
    thread->wait.mutex = mutex;
    thread->wait.timed = intrinsic_sync_call(call->intrinsic)->manner == SYNC_TIMED;
    thread->wait.timed_out = false;
    machine_emit(machine, thread,
                 (Event){.kind = EVENT_wait,
                         .address = cond,
                         .value = mutex,
                         .size = thread_holds(thread, mutex),
                         .repeated = again});
    thread_note_wait(machine, thread);
    if (machine->step.alternative)
        wake(machine, thread, WAKE_SPURIOUS);
    return FLOW_STOP;
}

Flow sync_continue_wait(Machine *machine, Thread *thread)
{
    Call call;
    intrinsic_decode(machine, thread, &call);
    Flow flow = FLOW_NEXT;
    if (thread->state == THREAD_WAITING) { // stepped without a signal
        flow = access_check(machine, thread, thread->wait.object, sync_object_size(machine, call.intrinsic), true);
        if (flow != FLOW_NEXT)
            return flow;
        wake(machine, thread, WAKE_TIME);
        lone_note_timeout(machine);
        return FLOW_STOP;
    }
    flow = access_check(machine, thread, thread->wait.mutex, sync_object_size(machine, INTRINSIC_mutex_lock), true);
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

// Ends the wait of one thread, if it still goes on, and nobody else's.
static Flow interrupt_wait(Machine *machine, Thread *thread, const Call *call)
{
    uint64_t cond = call_argument(call, 0);
    uint32_t target = thread_of_handle(machine, call_argument(call, 1));
    bool waits = target != NO_THREAD && sync_waits_on(machine->threads.data[target], cond);
    machine_emit(machine, thread,
                 (Event){.kind = EVENT_broadcast, .address = cond, .other = target, .unchanged = !waits});
    if (waits)
        wake(machine, machine_writable_thread(machine, target), WAKE_SIGNAL);
    call_return(call, 0);
    return FLOW_NEXT;
}

static Flow condition_operation(Machine *machine, Thread *thread, const Call *call, bool again)
{
    uint64_t cond = call_argument(call, 0);
    switch (intrinsic_sync_call(call->intrinsic)->action) {
    case SYNC_DESTROY:
        if (sync_count_waiters(machine, cond))
            return sync_violate_in_use(machine, thread, cond, false,
                                       "destroy of a condition variable on which threads wait");
        sync_put(machine, cond, COND_STATE, DESTROYED);
        return finish(machine, thread, call, EVENT_sync_destroy, cond, 0);
    case SYNC_SIGNAL: {
        uint32_t chosen = machine->step.alternative, woken = NO_THREAD;
        for (uint32_t i = 0; i < machine->threads.count && woken == NO_THREAD; i++)
            if (sync_waits_on(machine->threads.data[i], cond) && !chosen--)
                woken = i;
        machine_emit(machine, thread,
                     (Event){.kind = EVENT_signal, .address = cond, .other = woken, .unchanged = woken == NO_THREAD});
        if (woken != NO_THREAD)
            wake(machine, machine_writable_thread(machine, woken), WAKE_SIGNAL);
        call_return(call, 0);
        return FLOW_NEXT;
    }
    case SYNC_INTERRUPT:
        return interrupt_wait(machine, thread, call);
    case SYNC_BROADCAST:
        machine_emit(machine, thread,
                     (Event){.kind = EVENT_broadcast,
                             .address = cond,
                             .other = NO_THREAD,
                             .unchanged = !sync_count_waiters(machine, cond)});
        for (uint32_t i = 0; i < machine->threads.count; i++)
            if (sync_waits_on(machine->threads.data[i], cond))
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
            return sync_violate_in_use(machine, thread, lock, thread_holds(thread, lock),
                                       "destroy of a read-write lock that is held");
        sync_put(machine, lock, RWLOCK_STATE, DESTROYED);
        return finish(machine, thread, call, EVENT_sync_destroy, lock, 0);
    case SYNC_READ_LOCK:
        if (!writer) {
            bool again = thread_holds(thread, lock);
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
        else if (readers && thread_holds(thread, lock))
            sync_put(machine, lock, RWLOCK_READERS, readers - 1);
        else
            return machine_violate(machine, thread, PROPERTY_LOCK,
                                   "unlock of a read-write lock that the thread does not hold");
        let_go(thread, lock);
        return sync_finish(machine, thread, call,
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
            return sync_violate_in_use(machine, thread, barrier, false, "destroy of a barrier at which threads wait");
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
    uint32_t value = sync_spin_state(machine, thread, lock);
    if (value == 0 || value == DESTROYED)
        return misuse_state(machine, thread, lock, "use of a spin lock that is not initialised or was destroyed");
    const SyncCall *sync = intrinsic_sync_call(call->intrinsic);
    switch (sync->action) {
    case SYNC_DESTROY:
        if (value != SPIN_FREE)
            return sync_violate_in_use(machine, thread, lock, value == SPIN_HELD + thread->id,
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
        return sync_finish(machine, thread, call, event, 0);
    case SYNC_POST:
        if (value == SEMAPHORE_MAXIMUM) {
            machine_set_errno(machine, thread, EOVERFLOW);
            return refuse(machine, thread, call, -1);
        }
        sync_put(machine, semaphore, SEMAPHORE_VALUE, value + 1);
        event.sums = value + 1 < SEMAPHORE_MAXIMUM;
        return sync_finish(machine, thread, call, event, 0);
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
            return sync_finish(machine, thread, call, event, 0);
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
    return sync_finish(machine, thread, call,
                       (Event){.kind = EVENT_once_begin, .address = control, .unchanged = state != 0}, state == 0);
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
    uint64_t word = type == LIBRARY_TYPE_mutex && sync_mutex_is_packed(machine) && !sync_initialises(call->intrinsic) &&
                            memory_check(&machine->memory, object, 4, true) == FAULT_NONE
                        ? memory_read_word(&machine->memory, object, 4)
                        : 0;
    if ((!declared || declared >= size) && (!word || sync_mutex_word_is_ours(word)))
        return false;
    machine_give_up(machine, thread, "a %s of %llu bytes, which %s,", library_type_name(type),
                    (unsigned long long)declared, word ? "the program initialises itself" : "is too small");
    return true;
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
    if (sync_initialises(call->intrinsic) && sync_has_no_such_object(machine, thread, call)) {
        machine->step.permit = false; // it has stopped here if the number was another one then: see abstract.h
        return FLOW_NEXT;
    }
    if (leaves_barrier(machine, thread, call)) {
        thread->wait.value = thread->wait.object = 0;
        return leave_barrier(machine, thread, call, object, 0);
    }
    Pending pending = {.kind = sync_event_kind(call->intrinsic),
                       .address = object,
                       .more = sync_reads_attributes(machine, call),
                       .attempt = is_attempt(call->intrinsic)};
    bool several = (pending.kind == EVENT_signal && sync_count_waiters(machine, object) > 1) ||
                   (pending.kind == EVENT_wait && sync_may_wake_by_itself(machine, thread));
    if (several ? thread_must_choose(machine, thread, pending) : thread_must_stop(machine, thread, pending))
        return FLOW_STOP;
    if (call->intrinsic == INTRINSIC_cond_interrupt && !sync_count_waiters(machine, object)) { // it may be gone
        spin_note_effect(&thread->spin);
        return interrupt_wait(machine, thread, call);
    }
    Flow flow = access_check(machine, thread, object, size, true);
    if (flow != FLOW_NEXT)
        return flow;
    symbolic_pin_memory(machine, thread, object, size);
    if (!sync_initialises(call->intrinsic))
        flow = sync_check_in_order(machine, thread, call, object);
    if (flow != FLOW_NEXT)
        return flow;
    bool again = pending.kind == EVENT_wait && thread_report_waits_again(machine, thread);
    spin_note_effect(&thread->spin);
    return sync_initialises(call->intrinsic) ? sync_initialise(machine, thread, call)
                                             : perform(machine, thread, call, again);
}
