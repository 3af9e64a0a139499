// Data races: what two threads that stand before their next operations are about to access. An operation may access
// more than one place: an atomic section, a library call that the machine does in one step. What it accesses is found
// by letting a clone do it. Where a section has to choose in the middle, clones go each way; should that be more ways
// than are tried at once, the rest is seen when the section has come to the next choice.
#include "base/vector.h"
#include "machine/state.h"

typedef struct Touch {
    uint64_t address;
    uint32_t size;
    uint32_t position;
    bool writes;
    bool atomic; // also inside an atomic section: nobody comes in between
} Touch;

enum { WAY_LIMIT = 256 };

typedef struct Deed {
    uint32_t thread;
    uint32_t ways; // tried so far
    bool listed;
    bool rough; // what is listed may not be done: an exchange may fail
    bool in_section;
    bool depends; // on terms
    bool over;    // what comes after it in the same step accesses nothing that others see
    VECTOR(Touch) touches;
} Deed;

typedef VECTOR(Deed) DeedList;

// Whether a thread that stands before an operation of the kind may access memory in a way that `Pending` does not show.
static bool does_more(const Thread *thread)
{
    const Pending *pending = &thread->pending;
    bool chooses = thread->section.depth && pending->chooses; // and goes on after it
    return chooses || pending->more || pending->kind == EVENT_atomic_begin || pending->kind == EVENT_semaphore_read ||
           pending->kind == EVENT_create || pending->kind == EVENT_allocate || pending->kind == EVENT_free;
}

static void note_access(void *context, const Machine *machine, const Event *event)
{
    Deed *deed = context;
    (void)machine;
    if (event->thread != deed->thread)
        return;
    deed->depends |= event_kind_is_condition(event->kind) && !deed->over;
    if (event->kind == EVENT_atomic_begin || event->kind == EVENT_atomic_end)
        deed->in_section = event->kind == EVENT_atomic_begin;
    deed->over |= event->kind == EVENT_create && !deed->in_section;
    if (event_kind_accesses(event->kind))
        vector_push(&deed->touches, (Touch){.address = event->address,
                                            .size = event->size,
                                            .position = event->position,
                                            .writes = event->kind != EVENT_read,
                                            .atomic = event->atomic || deed->in_section});
}

// Does the operation in clones, and what follows in the section that the thread is in.
static void do_operation(const Machine *machine, Deed *deed)
{
    bool in_section = deed->in_section, chooses = machine_section_chooser(machine) == deed->thread;
    uint32_t ways = chooses || deed->rough ? machine_alternatives(machine, deed->thread) : 1;
    for (uint32_t i = 0; i < ways && deed->ways < WAY_LIMIT; i++) {
        Machine *clone = machine_clone(machine);
        deed->ways++;
        clone->apart = true;
        machine_observe(clone, note_access, deed);
        machine_step(clone, (Choice){.thread = deed->thread, .alternative = i});
        if (clone->outcome.status == MACHINE_RUNNING && machine_section_chooser(clone) == deed->thread)
            do_operation(clone, deed);
        machine_free(clone);
        deed->in_section = in_section;
        deed->over = false;
    }
}

// The operation is never finished but in a clone: what it would free or end stays.
static void list_touches(const Machine *machine, Deed *deed)
{
    const Thread *thread = machine->threads.data[deed->thread];
    const Pending *pending = &thread->pending;
    if (deed->listed)
        return;
    deed->listed = true;
    if (!does_more(thread)) {
        deed->rough = machine->weak && pending->kind == EVENT_update;
        vector_push(&deed->touches, (Touch){.address = pending->address,
                                            .size = pending->size,
                                            .position = thread_position(machine, thread),
                                            .writes = pending->writes,
                                            .atomic = pending->atomic || thread->section.depth});
        return;
    }
    if (!machine_alternatives(machine, deed->thread) ||
        machine_choice_interrupts(machine, (Choice){.thread = deed->thread}))
        return;
    deed->in_section = thread->section.depth != 0;
    do_operation(machine, deed);
}

// Lists what a rough one does whatever it finds, once that matters. Without weak memory a failed exchange counts as a write:
// whether it fails may depend on inputs.
static bool refine_touches(const Machine *machine, Deed *deed)
{
    if (!deed->rough)
        return false;
    deed->touches.count = 0;
    do_operation(machine, deed);
    deed->rough = false;
    return true;
}

static bool overlap(const Touch *a, const Touch *b)
{
    return a->address < b->address + b->size && b->address < a->address + a->size;
}

static bool find_conflict(const Deed *first, const Deed *second, Violation *race)
{
    for (uint32_t i = 0; i < first->touches.count; i++)
        for (uint32_t j = 0; j < second->touches.count; j++) {
            const Touch *a = &first->touches.data[i], *b = &second->touches.data[j];
            if (!overlap(a, b) || !(a->writes || b->writes) || (a->atomic && b->atomic))
                continue;
            // The location is that of the write, or of the later thread where both write.
            *race = (Violation){
                .property = PROPERTY_RACE,
                .thread = b->writes ? second->thread : first->thread,
                .position = b->writes ? b->position : a->position,
                .other = b->writes ? first->thread : second->thread,
                .other_position = b->writes ? a->position : b->position,
                .message = "two threads access the same memory at the same time, and at least one of them writes"};
            return true;
        }
    return false;
}

static DeedList list_deeds(const Machine *machine)
{
    DeedList deeds = {0};
    for (uint32_t i = 0; i < machine->threads.count; i++) {
        const Thread *thread = machine->threads.data[i];
        if (thread->state == THREAD_PENDING && (event_kind_accesses(thread->pending.kind) || does_more(thread)))
            vector_push(&deeds, (Deed){.thread = i});
    }
    return deeds;
}

static void free_deeds(DeedList *deeds)
{
    for (uint32_t i = 0; i < deeds->count; i++)
        vector_free(&deeds->data[i].touches);
    vector_free(deeds);
}

static bool is_race(const Machine *machine, Deed *first, Deed *second, Violation *race)
{
    list_touches(machine, first);
    list_touches(machine, second);
    if (!find_conflict(first, second, race))
        return false;
    bool refined = refine_touches(machine, first);
    refined |= refine_touches(machine, second);
    return !refined || find_conflict(first, second, race);
}

bool machine_find_race(const Machine *machine, Violation *race)
{
    DeedList deeds = list_deeds(machine);
    bool found = false;
    for (uint32_t i = 0; i < deeds.count; i++)
        for (uint32_t j = i + 1; j < deeds.count && !found; j++)
            found = is_race(machine, &deeds.data[i], &deeds.data[j], race);
    free_deeds(&deeds);
    return found;
}

bool machine_races_depend(const Machine *machine)
{
    DeedList deeds = list_deeds(machine);
    bool depends = false;
    for (uint32_t i = 0; i < deeds.count && deeds.count > 1 && !depends; i++) {
        list_touches(machine, &deeds.data[i]);
        depends = deeds.data[i].depends || deeds.data[i].ways >= WAY_LIMIT;
    }
    free_deeds(&deeds);
    return depends;
}
