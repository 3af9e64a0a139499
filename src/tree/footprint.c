#include "tree/footprint.h"

enum {
    SYNC_SIZE = 1,       // of a synchronisation object its address is enough
    CREATION = 1,        // an address that no object has: threads are numbered in the order of their creation
    DETACHMENT = 2,      // likewise: of all threads
    END = 3,             // likewise: of thread 0; then those of the others
    INTERRUPTION = 8192, // likewise: whether thread 0 can be interrupted; then the others
};

void footprint_add_touch(Footprint *footprint, const Touch *touch)
{
    for (uint32_t i = 0; i < footprint->touches.count; i++) {
        Touch *known = &footprint->touches.data[i];
        if (known->address == touch->address && known->size == touch->size && known->kind == touch->kind &&
            known->thread == touch->thread) {
            for (uint32_t j = 0; j < TOUCH_SET_WORDS; j++)
                known->before.words[j] &= touch->before.words[j];
            return;
        }
    }
    vector_push(&footprint->touches, *touch);
}

static void add(Footprint *footprint, uint64_t address, uint32_t size, TouchKind kind, uint32_t thread)
{
    footprint_add_touch(footprint, &(Touch){.address = address, .size = size, .kind = kind, .thread = thread});
}

void footprint_add_event(Footprint *footprint, const Event *event, bool section)
{
    switch (event->kind) {
    case EVENT_read:
        add(footprint, event->address, event->size, TOUCH_READ, event->thread);
        break;
    case EVENT_update:
        add(footprint, event->address, event->size, event->sums ? TOUCH_SUM : TOUCH_WRITE, event->thread);
        break;
    case EVENT_write:
    case EVENT_free:
    case EVENT_retire:
        add(footprint, event->address, event->size, TOUCH_WRITE, event->thread);
        break;
    case EVENT_lock:
    case EVENT_write_lock: // an attempt may also be made while another has the lock; a section may begin then
        add(footprint, event->address, SYNC_SIZE, event->conditional || section ? TOUCH_WRITE : TOUCH_ACQUIRE,
            event->thread);
        break;
    case EVENT_join: // elsewhere it makes no difference who came first
        if (section)
            add(footprint, END + event->other, SYNC_SIZE, TOUCH_READ, event->thread);
        break;
    case EVENT_exit:
        add(footprint, END + event->thread, SYNC_SIZE, TOUCH_WRITE, event->thread);
        break;
    case EVENT_unlock:
        add(footprint, event->address, SYNC_SIZE, TOUCH_RELEASE, event->thread);
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
            add(footprint, event->address, SYNC_SIZE, TOUCH_WRITE, event->thread);
        break;
    }
}

void footprint_add_step(Footprint *footprint, const Machine *machine, uint32_t thread)
{
    if (machine_has_interrupts(machine))
        add(footprint, INTERRUPTION + thread, SYNC_SIZE, TOUCH_READ, thread);
}

void footprint_add_pending(Footprint *footprint, const Machine *machine, uint32_t thread)
{
    Pending pending = machine_pending(machine, thread);
    uint64_t address;
    uint32_t size;
    footprint_add_step(footprint, machine, thread);
    for (uint32_t i = 0; machine_waited_read(machine, thread, i, &address, &size); i++)
        add(footprint, address, size, TOUCH_READ, thread);
    switch (pending.kind) {
    case EVENT_retry:
    case EVENT_assume:
    case EVENT_join:
        break;
    case EVENT_unlock: // whether it has the lock is not known
    case EVENT_wait:
        add(footprint, pending.address, SYNC_SIZE, TOUCH_WRITE, thread);
        break;
    default:
        footprint_add_event(footprint,
                            &(Event){.kind = pending.kind,
                                     .thread = thread,
                                     .address = pending.address,
                                     .size = pending.size,
                                     .conditional = pending.attempt},
                            machine_thread_in_section(machine, thread));
        break;
    }
}

void footprint_add_awaited(Footprint *footprint, const Machine *machine, uint32_t thread)
{
    Pending pending = machine_pending(machine, thread);
    if (pending.kind == EVENT_join)
        add(footprint, END + pending.other, SYNC_SIZE, TOUCH_READ, thread);
    else
        footprint_add_pending(footprint, machine, thread);
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

bool touches_conflict(const Touch *a, const Touch *b)
{
    bool overlap = a->address < b->address + b->size && b->address < a->address + a->size;
    bool sums = a->kind == TOUCH_SUM && b->kind == TOUCH_SUM && a->address == b->address && a->size == b->size;
    return overlap && !sums && (a->kind > TOUCH_READ || b->kind > TOUCH_READ) && a->kind != TOUCH_NONE &&
           b->kind != TOUCH_NONE;
}

bool footprints_dependent(const Footprint *a, const Footprint *b)
{
    for (uint32_t i = 0; i < a->touches.count; i++)
        for (uint32_t j = 0; j < b->touches.count; j++)
            if (touches_conflict(&a->touches.data[i], &b->touches.data[j]))
                return true;
    return false;
}

bool touches_reversible(const Touch *earlier, const Touch *later)
{
    // Who releases a lock has it: nobody else can take or release it.
    bool locks = earlier->kind >= TOUCH_ACQUIRE && later->kind >= TOUCH_ACQUIRE && earlier->address == later->address;
    return touches_conflict(earlier, later) &&
           !(locks && (earlier->kind == TOUCH_RELEASE || later->kind == TOUCH_RELEASE));
}
