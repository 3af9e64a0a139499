// Calls that synchronise. A lock is told apart from others if its address is one place of an object of which there is
// but one; what is certain is certain of such locks only.
#include <errno.h>

#include "abstract/interpretation.h"
#include "machine/event.h"

enum { LAST_ERROR = 4095 };

static uint64_t object_size(const Walk *walk, LibraryType type)
{
    uint64_t declared = walk->all->program->library_type_sizes[type];
    return declared ? declared : 4;
}

// Globals are initialised unless their bytes cannot be.
static bool is_ready_at_first(const Zone *zone, LibraryType type)
{
    bool by_zeros = type == LIBRARY_TYPE_mutex || type == LIBRARY_TYPE_condition || type == LIBRARY_TYPE_rwlock ||
                    type == LIBRARY_TYPE_once;
    return zone->kind == ZONE_GLOBAL && by_zeros;
}

// The lock at an address that was checked, or NO_LOCK.
static uint32_t find_lock(Walk *walk, const Value *address, LibraryType type)
{
    Interpretation *all = walk->all;
    if (address->target_count != 1 || address->targets[0].stride || address->number.count)
        return NO_LOCK;
    const Zone *zone = zone_at(&all->zones, address->targets[0].object);
    if (!zone_at(&all->zones, zone->elder)->single)
        return NO_LOCK;
    Lock wanted = {.zone = zone->elder, .offset = address->targets[0].low, .type = type};
    for (uint32_t i = 1; i < all->locks.count; i++)
        if (all->locks.data[i].zone == wanted.zone && all->locks.data[i].offset == wanted.offset)
            return all->locks.data[i].type == type ? i : NO_LOCK;
    if (all->locks.count >= SET_LIMIT) {
        give_up(walk, "more than %d locks", SET_LIMIT - 1);
        return NO_LOCK;
    }
    wanted.ready_at_first = is_ready_at_first(zone, type);
    vector_push(&all->locks, wanted);
    return all->locks.count - 1;
}

// A lock that became known later is as it was at first in states that were made before.
static bool is_ready(const Walk *walk, uint32_t lock)
{
    bool marked = walk->state->ready & SET_BIT(lock);
    return walk->all->locks.data[lock].ready_at_first ? !marked : marked;
}

static void return_word(Walk *walk, const CallOperands *operands, uint32_t dst, uint64_t word)
{
    walk_return(walk, operands, dst, value_constant(word));
}

static void return_any(Walk *walk, const CallOperands *operands, uint32_t dst)
{
    walk_return(walk, operands, dst, value_any(64));
}

// --- Waiting

static void add_wait(Interpretation *all, uint32_t from, uint32_t to, uint32_t position)
{
    for (uint32_t i = 0; i < all->records.waits.count; i++)
        if (all->records.waits.data[i].from == from && all->records.waits.data[i].to == to)
            return;
    vector_push(&all->records.waits, (Wait){from, to, position});
}

void note_wait(Walk *walk, uint32_t to)
{
    uint32_t position = walk_position(walk);
    if (walk->state->stray)
        raise_alarm(walk, PROPERTY_DEADLOCK, "a wait while a lock may be held that is not told apart from others");
    for (uint32_t lock = 1; lock < walk->all->locks.count; lock++)
        if (walk->state->may_hold & SET_BIT(lock))
            add_wait(walk->all, lock, to, position);
    add_wait(walk->all, SET_LIMIT + walk_threads(walk), to, position);
}

// --- Sections

void enter_section(Walk *walk)
{
    walk->state->section++;
    walk->state->held |= SET_BIT(SECTION_LOCK);
    relations_take(walk, SECTION_LOCK, false);
}

void leave_section(Walk *walk)
{
    if (!walk->state->section || --walk->state->section)
        return;
    walk->state->held &= ~SET_BIT(SECTION_LOCK);
    share_what_is_lost(walk);
}

// --- Locks

static void take(Walk *walk, uint32_t lock, bool reading)
{
    *(reading ? &walk->state->read_held : &walk->state->held) |= SET_BIT(lock);
    walk->state->may_hold |= SET_BIT(lock);
    relations_take(walk, lock, reading);
}

static void let_go(Walk *walk, uint32_t lock)
{
    walk->state->held &= ~SET_BIT(lock);
    walk->state->read_held &= ~SET_BIT(lock);
    walk->state->may_hold &= ~SET_BIT(lock);
    share_what_is_lost(walk);
}

static void lock_unknown(Walk *walk, const SyncCall *sync, const CallOperands *operands, uint32_t dst)
{
    raise_alarm(walk, PROPERTY_LOCK, "a lock that is not told apart from others");
    if (sync->manner == SYNC_WAITS)
        raise_alarm(walk, PROPERTY_DEADLOCK, "a wait for a lock that is not told apart from others");
    walk->state->stray = true;
    return_any(walk, operands, dst);
}

static void lock(Walk *walk, const SyncCall *sync, uint32_t lock, const CallOperands *operands, uint32_t dst)
{
    if (walk->state->section) {
        give_up(walk, "a lock inside of an atomic section");
        return;
    }
    if (lock == NO_LOCK) {
        lock_unknown(walk, sync, operands, dst);
        return;
    }
    if (!is_ready(walk, lock))
        raise_alarm(walk, PROPERTY_LOCK, "a lock that may not be initialised");
    if (walk->state->may_hold & SET_BIT(lock)) {
        give_up(walk, "a lock that the thread may hold already");
        return;
    }
    if (sync->manner != SYNC_WAITS) {
        // Another way to go on from here: it fails.
        walk->other = state_copy(walk->state);
        Walk failed = *walk;
        failed.state = walk->other;
        walk_return(&failed, operands, dst, value_number(number_between(1, LAST_ERROR)));
    } else {
        note_wait(walk, lock);
    }
    take(walk, lock, sync->action == SYNC_READ_LOCK);
    return_word(walk, operands, dst, 0);
}

// Any of the locks at these places may be given up.
static void unlock_unknown(Walk *walk, const Value *address, const CallOperands *operands, uint32_t dst)
{
    raise_alarm(walk, PROPERTY_LOCK, "the unlocking of what is not told apart from others");
    for (uint32_t i = 1; i < walk->all->locks.count; i++) {
        const Lock *row = &walk->all->locks.data[i];
        for (uint32_t j = 0; j < address->target_count; j++)
            if (zone_at(&walk->all->zones, address->targets[j].object)->elder == row->zone) {
                walk->state->held &= ~SET_BIT(i);
                walk->state->read_held &= ~SET_BIT(i);
            }
    }
    share_what_is_lost(walk);
    return_any(walk, operands, dst);
}

static void unlock(Walk *walk, uint32_t lock, const Value *address, const CallOperands *operands, uint32_t dst)
{
    if (lock == NO_LOCK) {
        unlock_unknown(walk, address, operands, dst);
        return;
    }
    bool certain = (walk->state->held | walk->state->read_held) & SET_BIT(lock);
    if (!certain)
        raise_alarm(walk, PROPERTY_LOCK, "the unlocking of what the thread may not hold");
    let_go(walk, lock);
    if (certain)
        return_word(walk, operands, dst, 0);
    else
        return_any(walk, operands, dst);
}

static void change_readiness(Walk *walk, uint32_t lock, const Value *address, bool ready)
{
    if (lock == NO_LOCK) {
        raise_alarm(walk, PROPERTY_LOCK, "the initialisation or end of what is not told apart from others");
        return;
    }
    bool private = zone_at(&walk->all->zones, address->targets[0].object)->newest || is_alone(walk);
    if (!private || (walk->state->may_hold & SET_BIT(lock)))
        raise_alarm(walk, PROPERTY_LOCK, "the initialisation or end of what may be in use");
    if (ready && is_ready(walk, lock) && !walk->all->locks.data[lock].ready_at_first)
        raise_alarm(walk, PROPERTY_LOCK, "another initialisation");
    if (ready == walk->all->locks.data[lock].ready_at_first)
        walk->state->ready &= ~SET_BIT(lock);
    else
        walk->state->ready |= SET_BIT(lock);
}

static void initialise(Walk *walk, const SyncCall *sync, uint32_t lock, const Value *address,
                       const CallOperands *operands, uint32_t dst)
{
    // Attributes are read; what they say changes only what happens to who holds the lock already.
    bool has_attributes = sync->object != LIBRARY_TYPE_spin && sync->object != LIBRARY_TYPE_semaphore;
    if (has_attributes && operands->argument_count > 1) {
        Value attributes = walk_read(walk, operands->arguments[1]);
        bool may_be_null = number_contains(&attributes.number, 0);
        attributes.number = number_without(&attributes.number, 0);
        if (!value_is_empty(&attributes))
            read_memory(walk, &attributes, 4, false);
        walk->ended &= !may_be_null;
    }
    change_readiness(walk, lock, address, true);
    return_word(walk, operands, dst, 0);
}

// --- Condition variables

static void wait_on_condition(Walk *walk, const SyncCall *sync, uint32_t condition, const CallOperands *operands,
                              uint32_t dst)
{
    Value address = walk_read(walk, operands->arguments[1]);
    Value checked = check_address(walk, &address, object_size(walk, LIBRARY_TYPE_mutex), true);
    uint32_t mutex = find_lock(walk, &checked, LIBRARY_TYPE_mutex);
    raise_alarm(walk, PROPERTY_DEADLOCK, "a wait on a condition variable, which may have no end");
    if (walk->state->section || mutex == NO_LOCK || !(walk->state->held & SET_BIT(mutex))) {
        raise_alarm(walk, PROPERTY_LOCK, "a wait with a mutex that may not be held");
        give_up(walk, "a wait with a mutex that is not certain to be held");
        return;
    }
    if (condition == NO_LOCK)
        raise_alarm(walk, PROPERTY_LOCK, "a wait on what is not told apart from others");
    else if (walk->all->locks.data[condition].mutex && walk->all->locks.data[condition].mutex != mutex)
        raise_alarm(walk, PROPERTY_LOCK, "waits on one condition variable with two mutexes");
    else
        walk->all->locks.data[condition].mutex = mutex;
    let_go(walk, mutex);
    note_wait(walk, mutex);
    take(walk, mutex, false);
    Number timed_out = number_constant(ETIMEDOUT), in_time = number_constant(0);
    walk_return(walk, operands, dst,
                value_number(sync->manner == SYNC_WAITS ? in_time : number_join(&in_time, &timed_out)));
}

static void call_condition(Walk *walk, const SyncCall *sync, const Value *address, const CallOperands *operands,
                           uint32_t dst)
{
    uint32_t condition = find_lock(walk, address, LIBRARY_TYPE_condition);
    switch (sync->action) {
    case SYNC_INIT:
        initialise(walk, sync, condition, address, operands, dst);
        return;
    case SYNC_DESTROY:
        change_readiness(walk, condition, address, false);
        return_word(walk, operands, dst, 0);
        return;
    default:
        break;
    }
    if (condition == NO_LOCK || !is_ready(walk, condition))
        raise_alarm(walk, PROPERTY_LOCK, "a condition variable that may not be initialised");
    if (sync->action == SYNC_WAIT)
        wait_on_condition(walk, sync, condition, operands, dst);
    else
        return_word(walk, operands, dst, 0);
}

// --- Semaphores and barriers: nothing is known of how many have come

static bool may_wait(Walk *walk, const char *what)
{
    raise_alarm(walk, PROPERTY_DEADLOCK, "a wait %s, which may have no end", what);
    if (walk->state->section)
        give_up(walk, "a wait %s inside of an atomic section", what);
    return !walk->state->section;
}

static void return_zero_or(Walk *walk, const CallOperands *operands, uint32_t dst, uint64_t other)
{
    Number zero = number_constant(0), error = number_constant(other);
    walk_return(walk, operands, dst, value_number(number_join(&zero, &error)));
}

static void return_zero_or_error(Walk *walk, const CallOperands *operands, uint32_t dst)
{
    set_errno(walk);
    return_zero_or(walk, operands, dst, UINT32_MAX);
}

// Whether the number that the object is to have at first is one that it can have.
static bool is_possible_number(const Walk *walk, const SyncCall *sync, const CallOperands *operands)
{
    Value number = walk_read(walk, operands->arguments[2]);
    if (number.target_count || !number.number.count)
        return false;
    return sync->object == LIBRARY_TYPE_barrier ? !number_contains(&number.number, 0)
                                                : number_greatest(&number.number) <= SEMAPHORE_MAXIMUM;
}

static void call_counted(Walk *walk, const SyncCall *sync, const Value *address, const CallOperands *operands,
                         uint32_t dst)
{
    uint32_t known = find_lock(walk, address, sync->object);
    if (sync->action == SYNC_INIT) {
        if (is_possible_number(walk, sync, operands))
            initialise(walk, sync, known, address, operands, dst);
        else
            give_up(walk, "a semaphore or barrier that may not be possible");
        return;
    }
    if (known == NO_LOCK || !is_ready(walk, known))
        raise_alarm(walk, PROPERTY_LOCK, "a semaphore or barrier that may not be initialised");
    switch (sync->action) {
    case SYNC_DESTROY:
        change_readiness(walk, known, address, false);
        return_word(walk, operands, dst, 0);
        break;
    case SYNC_MEET:
        if (may_wait(walk, "at a barrier"))
            return_zero_or(walk, operands, dst, UINT32_MAX); // PTHREAD_BARRIER_SERIAL_THREAD
        break;
    case SYNC_TAKE:
        if (sync->manner != SYNC_WAITS)
            return_zero_or_error(walk, operands, dst);
        else if (may_wait(walk, "for a semaphore"))
            return_word(walk, operands, dst, 0);
        break;
    case SYNC_POST:
        return_zero_or_error(walk, operands, dst);
        break;
    default:
        give_up(walk, "the value of a semaphore");
        break;
    }
}

// --- pthread_once: who runs the routine holds a lock alone. Who has come past it holds the lock together with all others
// for ever, since nobody runs the routine again.

LockSet passed_routines(const Walk *walk)
{
    LockSet routines = 0;
    for (uint32_t i = 1; i < walk->all->locks.count; i++)
        routines |= walk->all->locks.data[i].type == LIBRARY_TYPE_once ? SET_BIT(i) : 0;
    return walk->state->read_held & routines;
}

static void pass_once(Walk *walk, uint32_t once)
{
    let_go(walk, once);
    walk->state->read_held |= SET_BIT(once);
}

static void call_once(Walk *walk, const SyncCall *sync, const Value *address, const CallOperands *operands,
                      uint32_t dst)
{
    uint32_t once = find_lock(walk, address, LIBRARY_TYPE_once);
    if (once == NO_LOCK || !is_ready(walk, once) || walk->state->section) {
        give_up(walk, "pthread_once with what is not told apart from others");
        return;
    }
    if (sync->action == SYNC_END) {
        pass_once(walk, once);
        return;
    }
    if (walk->state->read_held & SET_BIT(once)) {
        return_word(walk, operands, dst, 0);
        return;
    }
    if (walk->state->may_hold & SET_BIT(once)) {
        give_up(walk, "pthread_once inside of its routine");
        return;
    }
    note_wait(walk, once);
    walk->other = state_copy(walk->state);
    Walk passed = *walk;
    passed.state = walk->other;
    pass_once(&passed, once);
    return_word(&passed, operands, dst, 0);
    take(walk, once, false);
    return_word(walk, operands, dst, 1);
}

static void call_lock(Walk *walk, const SyncCall *sync, const Value *address, const CallOperands *operands,
                      uint32_t dst)
{
    uint32_t known = find_lock(walk, address, sync->object);
    switch (sync->action) {
    case SYNC_INIT:
        initialise(walk, sync, known, address, operands, dst);
        break;
    case SYNC_DESTROY:
        change_readiness(walk, known, address, false);
        return_word(walk, operands, dst, 0);
        break;
    case SYNC_LOCK:
    case SYNC_READ_LOCK:
    case SYNC_WRITE_LOCK:
        lock(walk, sync, known, operands, dst);
        break;
    case SYNC_UNLOCK:
        unlock(walk, known, address, operands, dst);
        break;
    default:
        give_up(walk, "an operation on a lock");
        break;
    }
}

// What the library keeps in its objects is not what the program wrote there.
static void note_sync_object(Walk *walk, const Value *address, uint64_t size)
{
    for (uint32_t i = 0; i < address->target_count; i++) {
        Target at = address->targets[i];
        at.object = zone_at(&walk->all->zones, at.object)->elder;
        at.high += (int64_t)size - 1;
        bool known = false;
        for (uint32_t j = 0; j < walk->all->sync_objects.count && !known; j++) {
            const Target *other = &walk->all->sync_objects.data[j];
            known = other->object == at.object && other->low <= at.low && other->high >= at.high;
        }
        if (known)
            continue;
        vector_push(&walk->all->sync_objects, at);
        note_change(walk->all);
    }
}

void call_sync(Walk *walk, Intrinsic intrinsic, const CallOperands *operands, uint32_t dst)
{
    const SyncCall *sync = intrinsic_sync_call(intrinsic);
    Value given = walk_read(walk, operands->arguments[0]);
    uint64_t size = object_size(walk, sync->object);
    Value address = check_address(walk, &given, size, true);
    if (walk->ended)
        return;
    note_sync_object(walk, &address, size);
    switch (sync->object) {
    case LIBRARY_TYPE_mutex:
    case LIBRARY_TYPE_rwlock:
    case LIBRARY_TYPE_spin:
        call_lock(walk, sync, &address, operands, dst);
        break;
    case LIBRARY_TYPE_condition:
        call_condition(walk, sync, &address, operands, dst);
        break;
    case LIBRARY_TYPE_semaphore:
    case LIBRARY_TYPE_barrier:
        call_counted(walk, sync, &address, operands, dst);
        break;
    case LIBRARY_TYPE_once:
        call_once(walk, sync, &address, operands, dst);
        break;
    default:
        give_up(walk, "%s", intrinsic_name(intrinsic));
        break;
    }
    walk->state->effect |= sync->manner == SYNC_WAITS;
}
