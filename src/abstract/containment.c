#include "abstract/containment.h"

#include <string.h>

#include "base/fail.h"

void containment_free(Containment *containment)
{
    vector_free(&containment->held);
}

// --- Locks

static void hold(Containment *containment, uint32_t thread, uint64_t lock)
{
    vector_push(&containment->held, thread);
    vector_push(&containment->held, lock);
}

static bool holds(const Containment *containment, uint32_t thread, uint64_t lock)
{
    for (uint32_t i = 0; i < containment->held.count; i += 2)
        if (containment->held.data[i] == thread && containment->held.data[i + 1] == lock)
            return true;
    return false;
}

static void let_go(Containment *containment, uint32_t thread, uint64_t lock)
{
    for (uint32_t i = 0; i < containment->held.count; i += 2)
        if (containment->held.data[i] == thread && containment->held.data[i + 1] == lock) {
            memmove(&containment->held.data[i], &containment->held.data[i + 2],
                    (containment->held.count - i - 2) * sizeof(uint64_t));
            containment->held.count -= 2;
            return;
        }
}

static void follow_locks(Containment *containment, const Event *event)
{
    switch (event->kind) {
    case EVENT_lock:
    case EVENT_read_lock:
    case EVENT_write_lock:
        hold(containment, event->thread, event->address);
        break;
    case EVENT_unlock:
    case EVENT_rwlock_unlock:
        let_go(containment, event->thread, event->address);
        break;
    case EVENT_wait:
        let_go(containment, event->thread, event->value);
        break;
    default:
        break;
    }
}

// Locks at addresses that are the same in every run: those in globals.
static void check_locks(const Containment *containment, const Observation *row, uint32_t thread)
{
    const Interpretation *all = containment->all;
    for (uint32_t i = 1; i < all->locks.count; i++) {
        const Zone *zone = zone_at(&all->zones, all->locks.data[i].zone);
        if (!((row->held | row->read_held) & SET_BIT(i)) || zone->kind != ZONE_GLOBAL ||
            all->locks.data[i].type == LIBRARY_TYPE_once)
            continue;
        uint64_t address = all->program->globals.data[zone->id].address + (uint64_t)all->locks.data[i].offset;
        if (!holds(containment, thread, address))
            INTERNAL_ERROR("a lock that was found to be held is not");
    }
}

// --- Values

static bool target_may_be(const Interpretation *all, const Target *target, uint64_t word)
{
    const Zone *zone = zone_at(&all->zones, target->object);
    const Layout *layout = &all->program->layout;
    uint64_t code = program_function_address(all->program, zone->kind == ZONE_FUNCTION ? zone->id : 0);
    switch (zone->kind) {
    case ZONE_GLOBAL: {
        int64_t offset = (int64_t)(word - all->program->globals.data[zone->id].address);
        return offset >= target->low && offset <= target->high &&
               (!target->stride || !((offset - target->low) % target->stride));
    }
    case ZONE_FUNCTION:
        return word - code == (uint64_t)target->low;
    case ZONE_THREAD: // handles are small numbers
        return word < layout_region_base(layout, REGION_GLOBAL);
    default: // on a heap or stack
        return word >= layout_region_base(layout, REGION_THREAD);
    }
}

static bool value_may_be(const Interpretation *all, ValueId id, uint64_t word)
{
    const Value *value = value_table_get(&all->values, id);
    bool may_be = number_contains(&value->number, word);
    for (uint32_t i = 0; i < value->target_count && !may_be; i++)
        may_be = target_may_be(all, &value->targets[i], word);
    return may_be;
}

static const Observation *find_observation(const Interpretation *all, uint32_t function, uint32_t instruction)
{
    uint64_t *row = map_find(&all->records.observations.ids, (uint64_t)function << 32 | instruction);
    return row ? &all->records.observations.rows.data[*row - 1] : NULL;
}

static void check_access(Containment *containment, const Machine *machine, const Event *event)
{
    const Interpretation *all = containment->all;
    uint32_t function, instruction;
    machine_thread_place(machine, event->thread, &function, &instruction);
    Opcode opcode = all->program->functions.data[function].instructions[instruction].opcode;
    if (opcode != OP_load && opcode != OP_store && opcode != OP_exchange && opcode != OP_compare_exchange)
        return;
    const Observation *row = find_observation(all, function, instruction);
    if (!row)
        INTERNAL_ERROR("an access that was found to be impossible, in %s", all->program->functions.data[function].name);
    check_locks(containment, row, event->thread);
    bool updates = event->kind == EVENT_update;
    uint64_t read = updates ? event->previous : event->value;
    if ((event->kind == EVENT_read || updates) && !value_may_be(all, row->read, read))
        INTERNAL_ERROR("%s reads 0x%llx, which was found to be impossible", all->program->functions.data[function].name,
                       (unsigned long long)read);
    if ((event->kind == EVENT_write || updates) && !value_may_be(all, row->written, event->value))
        INTERNAL_ERROR("%s writes 0x%llx, which was found to be impossible",
                       all->program->functions.data[function].name, (unsigned long long)event->value);
    containment->checked++;
}

void containment_sink(void *context, const Machine *machine, const Event *event)
{
    Containment *containment = context;
    follow_locks(containment, event);
    if (event_kind_accesses(event->kind))
        check_access(containment, machine, event);
}
