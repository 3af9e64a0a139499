// The beginning of an object's life, and whether an object is in it.
#include <errno.h>
#include <string.h>

#include "machine/symbolic.h"
#include "machine/sync.h"
#include "machine/sync_objects.h"

Flow sync_violate_in_use(Machine *machine, Thread *thread, uint64_t object, bool own, const char *what)
{
    return machine_violate_because(machine, thread, PROPERTY_LOCK, own ? CAUSE_OWN : CAUSE_IN_USE, object, "%s", what);
}

bool sync_initialises(Intrinsic intrinsic)
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
    return thread_holds(thread, object) || (waits && thread->wait.object == object) ||
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
            return sync_violate_in_use(machine, thread, object, thread_holds(thread, object),
                                       misuses[sync_object_type(intrinsic)]);
    return FLOW_NEXT;
}

bool sync_reads_attributes(const Machine *machine, const Call *call)
{
    return sync_initialises(call->intrinsic) && sync_object_type(call->intrinsic) == LIBRARY_TYPE_mutex &&
           call_argument(call, 1) && access_is_visible(machine, call_argument(call, 1));
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
    if (sync_reads_attributes(machine, call)) {
        machine_join_events(thread); // with the initialisation
        access_emit_reads(machine, thread, attributes, 4, true);
    } else {
        symbolic_pin_memory(machine, thread, attributes, 4);
    }
    *kind = sync_get(machine, attributes, 0) & 3;
    return FLOW_NEXT;
}

// The value of a semaphore, or the number of threads that meet at a barrier.
static uint32_t initial_number(const Call *call)
{
    return (uint32_t)call_argument(call, 2);
}

bool sync_has_no_such_object(Machine *machine, Thread *thread, const Call *call)
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

Flow sync_initialise(Machine *machine, Thread *thread, const Call *call)
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
    flow = sync_finish(machine, thread, call, event, 0);
    if (sync_reads_attributes(machine, call))
        machine_part_events(thread);
    return flow;
}

// As the program calls it.
static const char *called_name(Intrinsic intrinsic)
{
    const char *name = intrinsic_name(intrinsic), *prefix = "__raddle_";
    return strncmp(name, prefix, strlen(prefix)) ? name : name + strlen(prefix);
}

Flow sync_check_in_order(Machine *machine, Thread *thread, const Call *call, uint64_t object)
{
    if (memory_count_uninitialised(&machine->memory, object, sync_object_size(machine, call->intrinsic)))
        return machine_violate_because(machine, thread, PROPERTY_LOCK, CAUSE_STATE, object,
                                       "%s on an object that was never initialised", called_name(call->intrinsic));
    if (is_destroyed(machine, call->intrinsic, object))
        return machine_violate_because(machine, thread, PROPERTY_LOCK, CAUSE_STATE, object,
                                       "%s on an object that was destroyed", called_name(call->intrinsic));
    if (sync_object_type(call->intrinsic) == LIBRARY_TYPE_mutex && sync_mutex_has_no_owner(machine, object))
        return machine_violate_because(machine, thread, PROPERTY_LOCK, CAUSE_STATE, object,
                                       "%s on a mutex whose bytes were not made by its initialisation",
                                       called_name(call->intrinsic));
    return FLOW_NEXT;
}
