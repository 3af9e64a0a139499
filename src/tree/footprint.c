#include "tree/footprint.h"

#include "machine/twins.h"

enum {
    SYNC_SIZE = 1,           // of a synchronisation object its address is enough
    CREATION = 1,            // an address that no object has: threads are numbered in the order of their creation
    DETACHMENT = 2,          // likewise: of all threads
    END = 3,                 // likewise: of thread 0; then those of the others
    INTERRUPTION = 8192,     // likewise: whether thread 0 can be interrupted; then the others
    TURN = 2 * INTERRUPTION, // likewise: of the twins of whom thread 0 would be the first; then the others
    LEAST_ADDRESS = 3 * INTERRUPTION,
};

bool touches_are_same(const Touch *a, const Touch *b)
{
    return a->address == b->address && a->size == b->size && a->kind == b->kind && a->round == b->round &&
           a->thread == b->thread && a->otherwise == b->otherwise && a->weak == b->weak && a->written == b->written &&
           a->taken == b->taken;
}

void footprint_add_touch(Footprint *footprint, const Touch *touch)
{
    for (uint32_t i = 0; i < footprint->touches.count; i++) {
        Touch *known = &footprint->touches.data[i];
        if (touches_are_same(known, touch)) {
            for (uint32_t j = 0; j < TOUCH_SET_WORDS; j++)
                known->before.words[j] &= touch->before.words[j];
            return;
        }
    }
    vector_push(&footprint->touches, *touch);
}

static void add(Footprint *footprint, uint64_t address, uint32_t size, TouchKind kind, uint32_t thread)
{
    footprint_add_touch(footprint,
                        &(Touch){.address = address, .size = size, .kind = kind, .otherwise = kind, .thread = thread});
}

// How an operation on a synchronisation object touches it, in an atomic section or elsewhere. A section may begin while
// what it waits for has not happened, and so may an attempt.
static TouchKind kind_of_operation(const TouchRules *rules, const Event *event, bool section)
{
    bool waits = !event->conditional && !section;
    switch (event->kind) {
    case EVENT_lock:
    case EVENT_write_lock:
        return waits ? TOUCH_ACQUIRE : TOUCH_WRITE;
    case EVENT_unlock:
        return TOUCH_RELEASE;
    case EVENT_read_lock:
        return rules->sharers && waits ? TOUCH_SHARE : TOUCH_WRITE;
    case EVENT_rwlock_unlock:
        if (!rules->sharers)
            return TOUCH_WRITE;
        return event->shared ? TOUCH_UNSHARE : TOUCH_RELEASE;
    case EVENT_once_begin:
        if (!rules->sharers || !waits)
            return TOUCH_WRITE;
        return event->unchanged ? TOUCH_SHARE : TOUCH_ACQUIRE;
    case EVENT_once_end:
        return rules->sharers ? TOUCH_RELEASE : TOUCH_WRITE;
    case EVENT_semaphore_post:
        return rules->sharers && event->sums ? TOUCH_SUM : TOUCH_WRITE;
    case EVENT_lock_failed:
    case EVENT_semaphore_read:
    case EVENT_use:
        return rules->attempts ? TOUCH_READ : TOUCH_WRITE;
    case EVENT_signal:
    case EVENT_broadcast:
        return rules->attempts && event->unchanged ? TOUCH_READ : TOUCH_WRITE;
    case EVENT_barrier_arrive:
        if (!rules->barriers || section || event->told)
            return TOUCH_WRITE;
        return event->missing > 1 ? TOUCH_MEET : TOUCH_CLOSE;
    case EVENT_barrier_leave:
        return rules->barriers && !section ? TOUCH_LEAVE : TOUCH_WRITE;
    default:
        return TOUCH_WRITE;
    }
}

// What the operation may do to the same place if it is done elsewhere. Of those who meet at a barrier the last one would
// not be the last if it came before another, and nobody would leave.
static TouchKind kind_otherwise(const Event *event, TouchKind kind)
{
    switch (event->kind) {
    case EVENT_read: // of a weak exchange that failed
        return event->conditional ? TOUCH_WRITE : kind;
    case EVENT_update:
    case EVENT_lock_failed:
    case EVENT_use:
    case EVENT_signal:
    case EVENT_broadcast:
        return kind == TOUCH_READ ? TOUCH_WRITE : kind;
    case EVENT_once_begin:
        return TOUCH_WRITE;
    case EVENT_barrier_arrive:
        return TOUCH_CLOSE;
    case EVENT_barrier_leave:
        return TOUCH_NONE;
    default:
        return kind;
    }
}

static TouchKind kind_of_update(const TouchRules *rules, const Event *event)
{
    if (event->sums)
        return TOUCH_SUM;
    return rules->updates && event->unchanged ? TOUCH_READ : TOUCH_WRITE;
}

static void add_operation(Footprint *footprint, const Event *event, uint32_t size, TouchKind kind)
{
    footprint_add_touch(footprint, &(Touch){.address = event->address,
                                            .size = size,
                                            .kind = kind,
                                            .round = event->round,
                                            .otherwise = kind_otherwise(event, kind),
                                            .weak = event->weak,
                                            .written = event->written,
                                            .taken = event->taken,
                                            .thread = event->thread});
}

void footprint_add_event(Footprint *footprint, const TouchRules *rules, const Event *event, bool section)
{
    switch (event->kind) {
    case EVENT_read:
        add_operation(footprint, event, event->size, TOUCH_READ);
        break;
    case EVENT_update:
        add_operation(footprint, event, event->size, kind_of_update(rules, event));
        break;
    case EVENT_write:
        add_operation(footprint, event, event->size, event->weak ? TOUCH_SUM : TOUCH_WRITE);
        break;
    case EVENT_free:
    case EVENT_retire:
        add(footprint, event->address, event->size, TOUCH_WRITE, event->thread);
        break;
    case EVENT_join: // elsewhere it makes no difference who came first
        if (section)
            add(footprint, END + event->other, SYNC_SIZE, TOUCH_READ, event->thread);
        break;
    case EVENT_exit:
        add(footprint, END + event->thread, SYNC_SIZE, TOUCH_WRITE, event->thread);
        break;
    case EVENT_wait:
        add(footprint, event->address, SYNC_SIZE, TOUCH_WRITE, event->thread);
        add(footprint, event->value, SYNC_SIZE, TOUCH_RELEASE, event->thread);
        break;
    case EVENT_violation: // others may have taken away what it wanted to use
        if (event->address)
            add(footprint, event->address, 1, TOUCH_READ, event->thread);
        break;
    case EVENT_create:
        add(footprint, CREATION, SYNC_SIZE, TOUCH_WRITE, event->thread);
        break;
    case EVENT_interrupt:
        add(footprint, INTERRUPTION + event->other, SYNC_SIZE, TOUCH_WRITE, event->thread);
        break;
    case EVENT_detach:
        add(footprint, DETACHMENT, SYNC_SIZE, TOUCH_WRITE, event->thread);
        break;
    default: // without an object of no concern to others, or an order that cannot be otherwise
        if (event_kind_synchronises(event->kind))
            add_operation(footprint, event, SYNC_SIZE, kind_of_operation(rules, event, section));
        break;
    }
}

void footprint_add_step(Footprint *footprint, const Machine *machine, uint32_t thread)
{
    if (machine_has_interrupts(machine))
        add(footprint, INTERRUPTION + thread, SYNC_SIZE, TOUCH_READ, thread);
}

// One after the other, in an order that cannot be otherwise: as if each left a lock behind.
void footprint_add_turn(Footprint *footprint, const Machine *machine, uint32_t thread)
{
    uint32_t first = machine_first_twin(machine, thread);
    if (first != NO_THREAD && machine_thread_is_fresh(machine, thread))
        add(footprint, TURN + first, SYNC_SIZE, TOUCH_RELEASE, thread);
}

void footprint_add_pending(Footprint *footprint, const TouchRules *rules, const Machine *machine, uint32_t thread)
{
    Pending pending = machine_pending(machine, thread);
    uint64_t address;
    uint32_t size;
    footprint_add_step(footprint, machine, thread);
    for (uint32_t i = 0; machine_waited_read(machine, thread, i, &address, &size); i++)
        footprint_add_touch(footprint, &(Touch){.address = address,
                                                .size = size,
                                                .kind = TOUCH_READ,
                                                .otherwise = TOUCH_READ,
                                                .weak = machine_is_weak(machine),
                                                .thread = thread});
    switch (pending.kind) {
    case EVENT_retry:
    case EVENT_assume:
    case EVENT_join:
        break;
    case EVENT_unlock: // whether it has the lock is not known, nor what comes of the others
    case EVENT_rwlock_unlock:
    case EVENT_wait:
    case EVENT_signal:
    case EVENT_broadcast:
    case EVENT_barrier_arrive:
    case EVENT_semaphore_post:
    case EVENT_once_begin:
        add(footprint, pending.address, SYNC_SIZE, TOUCH_WRITE, thread);
        break;
    default:
        footprint_add_event(footprint, rules,
                            &(Event){.kind = pending.kind,
                                     .thread = thread,
                                     .address = pending.address,
                                     .size = pending.size,
                                     .weak = machine_access_is_weak(machine, thread, &pending),
                                     .conditional = pending.attempt},
                            machine_thread_in_section(machine, thread));
        break;
    }
}

void footprint_add_awaited(Footprint *footprint, const TouchRules *rules, const Machine *machine, uint32_t thread)
{
    Pending pending = machine_pending(machine, thread);
    if (pending.kind == EVENT_join)
        add(footprint, END + pending.other, SYNC_SIZE, TOUCH_READ, thread);
    else
        footprint_add_pending(footprint, rules, machine, thread);
}

void footprint_add(Footprint *footprint, const Footprint *other)
{
    for (uint32_t i = 0; i < other->touches.count; i++)
        footprint_add_touch(footprint, &other->touches.data[i]);
}

void footprint_free(Footprint *footprint)
{
    vector_free(&footprint->touches);
}

void footprint_order_meetings(Footprint *footprint)
{
    for (uint32_t i = 0; i < footprint->touches.count; i++) {
        Touch *touch = &footprint->touches.data[i];
        if (touch->kind == TOUCH_CLOSE)
            touch->kind = TOUCH_WRITE;
    }
}

static bool is_meeting(const Touch *touch)
{
    return touch->kind == TOUCH_MEET || touch->kind == TOUCH_CLOSE;
}

static bool is_sharing(const Touch *touch)
{
    return touch->kind == TOUCH_SHARE || touch->kind == TOUCH_UNSHARE;
}

// Touches of the same place, neither of them a mere look, whose order makes no difference to anybody.
static bool touches_commute(const Touch *a, const Touch *b)
{
    if (a->address != b->address || a->size != b->size)
        return false;
    return (a->kind == TOUCH_SUM && b->kind == TOUCH_SUM) || (is_sharing(a) && is_sharing(b)) ||
           (is_meeting(a) && is_meeting(b) && a->round == b->round) ||
           (a->kind == TOUCH_LEAVE && b->kind == TOUCH_LEAVE);
}

// By their kinds alone.
static bool kinds_conflict(const Touch *a, const Touch *b)
{
    bool overlap = a->address < b->address + b->size && b->address < a->address + a->size;
    return overlap && (a->kind > TOUCH_READ || b->kind > TOUCH_READ) && a->kind != TOUCH_NONE &&
           b->kind != TOUCH_NONE && !touches_commute(a, b);
}

bool touches_conflict(const Touch *a, const Touch *b)
{
    if (a->weak && b->weak)
        return (a->written && a->written == b->taken) || (b->written && b->written == a->taken);
    return kinds_conflict(a, b);
}

// The first, an atomic access where memory is weak, could have read what the second writes.
static bool could_have_read(const Touch *reader, const Touch *writer)
{
    return reader->weak && writer->weak && reader->address == writer->address && reader->kind != TOUCH_SUM &&
           writer->kind != TOUCH_READ;
}

bool touch_conflicts_with_all(const Touch *touch, const Touch *place)
{
    return !touch->weak &&
           (touch->kind == TOUCH_WRITE || touch->kind == TOUCH_ACQUIRE || touch->kind == TOUCH_RELEASE) &&
           touch->address <= place->address && place->address + place->size <= touch->address + touch->size;
}

bool footprints_dependent(const Footprint *a, const Footprint *b)
{
    for (uint32_t i = 0; i < a->touches.count; i++)
        for (uint32_t j = 0; j < b->touches.count; j++)
            if (touches_conflict(&a->touches.data[i], &b->touches.data[j]))
                return true;
    return false;
}

bool footprint_might_conflict(const Footprint *a, const Footprint *b)
{
    for (uint32_t i = 0; i < a->touches.count; i++) {
        Touch touch = a->touches.data[i];
        touch.kind = touch.otherwise;
        for (uint32_t j = 0; j < b->touches.count; j++)
            if (kinds_conflict(&touch, &b->touches.data[j]))
                return true;
    }
    return false;
}

bool touch_is_of_thread(const Touch *touch)
{
    return touch->address < LEAST_ADDRESS;
}

Waking footprint_wakes(const Footprint *sleeper, const Footprint *step)
{
    Waking waking = WAKING_NOT;
    for (uint32_t i = 0; i < sleeper->touches.count; i++)
        for (uint32_t j = 0; j < step->touches.count; j++) {
            const Touch *a = &sleeper->touches.data[i], *b = &step->touches.data[j];
            bool ends_round = is_meeting(a) && b->kind == TOUCH_CLOSE && a->address == b->address;
            if (could_have_read(a, b))
                waking = WAKING_TO_READ;
            else if (ends_round || (!(a->weak && b->weak) && touches_conflict(a, b)))
                return WAKING_WHOLLY;
        }
    return waking;
}

// Both are about having a lock, and the one ends it or begins when it is free.
static bool keeps_out(const Touch *a, const Touch *b)
{
    return a->kind >= TOUCH_ACQUIRE && b->kind >= TOUCH_ACQUIRE &&
           (a->kind == TOUCH_RELEASE || a->kind == TOUCH_UNSHARE || b->kind == TOUCH_RELEASE ||
            b->kind == TOUCH_UNSHARE);
}

// Of two updates, atomic accesses where memory is weak, only one can come directly after a write: had the later one come
// first, which may be a compare-exchange that fails now, it might have been this one.
static bool takes_away(const Touch *earlier, const Touch *later)
{
    return earlier->address == later->address && earlier->kind == TOUCH_WRITE && later->otherwise == TOUCH_WRITE;
}

bool touches_reversible(const Touch *earlier, const Touch *later)
{
    if (earlier->weak && later->weak)
        return could_have_read(earlier, later) || takes_away(earlier, later);
    // Who gives up a lock has it: until then nobody else can take it, nor give it up if he has it alone.
    bool locks = earlier->address == later->address && keeps_out(earlier, later);
    // All leave a barrier at once, when the last has come, and before anybody comes again.
    bool leaves =
        (earlier->kind == TOUCH_LEAVE && is_meeting(later)) || (is_meeting(earlier) && later->kind == TOUCH_LEAVE);
    return touches_conflict(earlier, later) && !locks && !leaves;
}
