#include "run/guarding.h"

#include "run/schedule.h"

// WORD_LIMIT: of one access; the rest is not looked at.
enum { RUN_COUNT = 4, STEP_LIMIT = 4000, INSTRUCTION_LIMIT = 1000000, WORD_LIMIT = 512, CORRECTION_LIMIT = 8 };

enum { MAIN = 0 };

enum { UNGUARDED = 1 }; // for the lock of a word; no lock has that address

// A lock that the thread has, and that all accesses of the word so far had; UNGUARDED: there is none. `known`: 0 at
// the first access.
static uint64_t common_lock(const Machine *machine, const Event *event, uint64_t known)
{
    bool writes = event->kind == EVENT_free || event_kind_writes(event->kind);
    // The local variables of main are mostly there as long as threads are.
    uint32_t owner = machine_mortal_owner(machine, event->address);
    if (owner != NO_THREAD && owner != MAIN)
        return UNGUARDED;
    if (known)
        return known != UNGUARDED && machine_has_lock(machine, event->thread, known, writes) ? known : UNGUARDED;
    uint32_t count;
    const uint64_t *held = machine_locks_held(machine, event->thread, &count);
    for (uint32_t i = 0; i < count; i++)
        if (machine_has_lock(machine, event->thread, held[i], writes))
            return held[i];
    return UNGUARDED;
}

static void watch(void *context, const Machine *machine, const Event *event)
{
    Guards *guards = context;
    if (!event->size || machine_is_alone(machine) || !(event->kind == EVENT_free || event_kind_accesses(event->kind)))
        return;
    uint64_t first = event->address / GUARDED_BYTES, last = (event->address + event->size - 1) / GUARDED_BYTES;
    for (uint64_t word = first; word <= last && word - first < WORD_LIMIT; word++) {
        uint64_t *lock = map_insert(&guards->locks, word);
        *lock = common_lock(machine, event, *lock);
    }
}

static void execute(const EngineTask *task, Guards *guards, uint32_t number)
{
    MachineOptions options = task->machine;
    InputPlan inputs = {0};
    if (options.inputs) // shares the values of the user
        inputs = *options.inputs;
    inputs.random = number % 2;
    inputs.seed = number;
    options.inputs = &inputs;
    options.reached = NULL;
    options.instruction_limit = INSTRUCTION_LIMIT;
    Scheduler scheduler = {.kind = number == 0   ? SCHEDULE_UNTIL_BLOCKED
                                   : number == 1 ? SCHEDULE_ROUND_ROBIN
                                                 : SCHEDULE_RANDOM,
                           .seed = number};
    scheduler_start(&scheduler);
    Machine *machine = machine_create_observed(task->program, &options, watch, guards);
    Choice choice;
    for (uint32_t i = 0; i < STEP_LIMIT && machine_status(machine) == MACHINE_RUNNING &&
                         limits_exceeded(task->limits) == LIMIT_NONE && scheduler_next(&scheduler, machine, &choice);
         i++)
        machine_step(machine, choice);
    machine_free(machine);
    scheduler_free(&scheduler);
}

bool guarding_find(Guarding *guarding, const EngineTask *task)
{
    *guarding = (Guarding){0};
    const MachineOptions *options = &task->machine;
    // Where a handler may interrupt its thread, the thread itself may come in between. And no order of plain accesses is
    // thought of where memory is weak.
    if (options->rules.weak_memory || options->go_on || program_has_interrupts(task->program))
        return false;
    Map *locks = &guarding->guards.locks;
    for (uint32_t i = 0; i < RUN_COUNT; i++)
        execute(task, &guarding->guards, i);
    bool some = false;
    for (uint32_t i = 0; i < locks->capacity; i++) {
        MapEntry *entry = &locks->entries[i];
        if (entry->used && entry->value == UNGUARDED)
            entry->value = 0;
        some |= entry->used && entry->value;
    }
    return some;
}

static bool is_doubted(const Guarding *guarding, uint64_t lock)
{
    for (uint32_t i = 0; i < guarding->doubted.count; i++)
        if (guarding->doubted.data[i] == lock)
            return true;
    return false;
}

static void drop_lock(Guards *guards, uint64_t lock)
{
    for (uint32_t i = 0; i < guards->locks.capacity; i++)
        if (guards->locks.entries[i].used && guards->locks.entries[i].value == lock)
            guards->locks.entries[i].value = 0;
}

bool guarding_correct(Guarding *guarding)
{
    Guards *guards = &guarding->guards;
    if (!guards->broken.count || ++guarding->corrections > CORRECTION_LIMIT)
        return false;
    for (uint32_t i = 0; i < guards->broken.count; i++) {
        uint64_t *word = map_insert(&guards->locks, guards->broken.data[i]), lock = *word;
        *word = 0;
        if (is_doubted(guarding, lock))
            drop_lock(guards, lock);
        else if (lock)
            vector_push(&guarding->doubted, lock);
    }
    guards->broken.count = 0;
    return true;
}

void guarding_free(Guarding *guarding)
{
    guards_free(&guarding->guards);
    vector_free(&guarding->doubted);
}
