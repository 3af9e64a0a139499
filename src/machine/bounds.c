// Bounds on the rounds of loops and on the threads that a call creates (base/bounds.h). Without bounds on rounds nothing is
// counted. The loops of the library's models are not cut.
#include "machine/state.h"

static uint32_t activity(const Thread *thread)
{
    return thread->path.event_count + thread->path.decided;
}

static void note_activity(Thread *thread)
{
    if (thread->loops.activity == activity(thread))
        return;
    thread->loops.activity = activity(thread);
    for (uint32_t i = 0; i < thread->loops.entered.count; i++)
        thread->loops.entered.data[i].active = true;
}

void bounds_leave_call(Thread *thread)
{
    while (thread->loops.entered.count && vector_last(&thread->loops.entered).depth > thread->frames.count) {
        note_activity(thread);
        thread->loops.entered.count--;
    }
}

// The innermost loop of the call that is this one; those inside have been left. NULL: it was never entered.
static LoopCount *find_loop(Thread *thread, uint32_t loop)
{
    for (uint32_t i = thread->loops.entered.count; i-- > 0;) {
        LoopCount *count = &thread->loops.entered.data[i];
        if (count->depth != thread->frames.count)
            break;
        if (count->loop == loop) {
            thread->loops.entered.count = i + 1;
            return count;
        }
    }
    return NULL;
}

void bounds_enter_loop(Machine *machine, Thread *thread, uint32_t loop)
{
    (void)machine;
    if (thread_frame(thread)->function->from_model)
        return;
    note_activity(thread);
    LoopCount *known = find_loop(thread, loop);
    if (known)
        *known = (LoopCount){.depth = known->depth, .loop = loop};
    else
        vector_push(&thread->loops.entered, (LoopCount){.depth = thread->frames.count, .loop = loop});
}

static void note_cut(Machine *machine, uint32_t *where, uint32_t position)
{
    machine->past.cuts++;
    if (!*where)
        *where = position + 1;
}

bool bounds_pass_loop(Machine *machine, Thread *thread, uint32_t loop)
{
    const Bounds *bounds = &machine->options->bounds;
    const Function *function = thread_frame(thread)->function;
    if (bounds->rounds == NO_BOUND || function->from_model)
        return false;
    note_activity(thread);
    LoopCount *count = find_loop(thread, loop);
    if (!count) { // by a jump into its middle
        bounds_enter_loop(machine, thread, loop);
        count = &vector_last(&thread->loops.entered);
    }
    bool counts = !bounds->spare_private || (count->active && !machine->setup.active);
    count->active = false;
    if (!counts || ++count->rounds < bounds->rounds)
        return false;
    note_cut(machine, &machine->past.cut.loop, function->loops[loop].position);
    return true;
}

// Neither number depends on what others do, so creating threads commutes with bounds, too.
bool bounds_refuse_thread(Machine *machine, const Thread *creator)
{
    uint64_t bound = machine->options->bounds.threads, created = 0, generations = 0;
    if (bound == NO_BOUND)
        return false;
    uint32_t site = thread_position(machine, creator);
    for (uint32_t i = 1; i < machine->threads.count; i++) {
        const Thread *thread = machine->threads.data[i];
        created += thread->origin.site == site && thread->origin.creator == creator->id;
    }
    for (const Thread *thread = creator; thread->id; thread = machine->threads.data[thread->origin.creator])
        generations += thread->origin.site == site;
    if (created < bound && generations < bound)
        return false;
    note_cut(machine, &machine->past.cut.creation, site);
    return true;
}

uint64_t bounds_hash(const Machine *machine, const Thread *thread, uint64_t hash)
{
    const Bounds *bounds = &machine->options->bounds;
    if (bounds->threads != NO_BOUND)
        hash = hash_word(hash, (uint64_t)thread->origin.site << 32 | thread->origin.creator);
    if (bounds->rounds == NO_BOUND)
        return hash;
    bool pending = thread->loops.activity != activity(thread);
    for (uint32_t i = 0; i < thread->loops.entered.count; i++) {
        const LoopCount *count = &thread->loops.entered.data[i];
        hash = hash_word(hash, (uint64_t)count->depth << 32 | count->loop);
        hash = hash_word(hash, count->rounds << 1 | (count->active || pending));
    }
    return hash;
}
