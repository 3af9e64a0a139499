#include "machine/crowd.h"

#include "base/memory.h"
#include "machine/state.h"
#include "machine/sync_objects.h"

// The crowd is the first of two threads that are made when the first one of many is created; the guest is the other.
static uint32_t find_crowd(const Machine *machine)
{
    for (uint32_t i = 1; i < machine->threads.count; i++)
        if (machine->threads.data[i]->origin.role == ROLE_CROWD)
            return i;
    return NO_THREAD;
}

uint32_t machine_guest(const Machine *machine)
{
    uint32_t crowd = find_crowd(machine);
    return crowd == NO_THREAD ? NO_THREAD : crowd + 1;
}

uint32_t machine_watched_thread(const Machine *machine)
{
    uint32_t last = machine->threads.count - 1;
    return machine->threads.data[last]->origin.role == ROLE_WATCHED ? last : NO_THREAD;
}

uint32_t machine_creation_site(const Machine *machine, uint32_t thread)
{
    return machine->threads.data[thread]->origin.site;
}

typedef struct HeapSearch {
    uint64_t base, end; // of the heap of a thread
    bool found;         // something that is no thread-local variable
} HeapSearch;

static void look_at_object(void *context, const Object *object)
{
    HeapSearch *search = context;
    search->found |= object->base >= search->base && object->base < search->end && object->kind != OBJECT_THREAD_LOCAL;
}

static bool has_allocated(const Machine *machine, uint32_t id)
{
    const Layout *layout = &machine->memory.layout;
    HeapSearch search = {.base = layout_region_base(layout, layout_heap_region(id)),
                         .end = layout_region_base(layout, layout_heap_region(id) + 1)};
    memory_each_object(&machine->memory, look_at_object, &search);
    return search.found;
}

// Whether a register that matters points to what is the thread's own.
static bool knows_its_own(const Machine *machine, const Thread *thread)
{
    const Facts *facts = machine->options->facts;
    for (uint32_t i = 0; i < thread->frames.count; i++) {
        const Frame *frame = &thread->frames.data[i];
        for (uint32_t j = 0; j < frame->function->register_count; j++) {
            uint64_t region = thread->registers.data[frame->base + j] >> machine->memory.layout.region_bits;
            bool is_own = region == layout_heap_region(thread->id) || region == layout_stack_region(thread->id);
            if (is_own && (!facts || facts_is_live(facts, frame_function(machine, frame), frame->pc, j)))
                return true;
        }
    }
    return false;
}

const char *machine_thread_is_bound(const Machine *machine, uint32_t id)
{
    if (memory_stack_mark(&machine->memory, layout_stack_region(id)) ||
        knows_its_own(machine, machine->threads.data[id]))
        return "locals in memory of threads that are created without end";
    return has_allocated(machine, id) ? "memory allocated by threads that are created without end" : NULL;
}

uint64_t machine_translate_local(const Machine *machine, uint32_t from, uint32_t to, uint64_t address)
{
    uint32_t bits = machine->memory.layout.region_bits;
    bool is_local = address >> bits == layout_heap_region(from);
    return is_local
               ? address + ((uint64_t)layout_heap_region(to) << bits) - ((uint64_t)layout_heap_region(from) << bits)
               : address;
}

static void forget_locals(Machine *machine, uint32_t thread)
{
    memory_forget_region(&machine->memory, layout_stack_region(thread));
    memory_forget_region(&machine->memory, layout_heap_region(thread));
}

// The thread-local variables of a thread become the guest's.
static void copy_locals(Machine *machine, const Machine *other, uint32_t watched, Thread *guest)
{
    VECTOR(uint8_t) bytes = {0};
    for (uint32_t i = 0; i < guest->locals.count; i++) {
        if (!guest->locals.data[i])
            continue;
        const Object *object = memory_find(&other->memory, guest->locals.data[i]);
        uint64_t address = machine_translate_local(machine, watched, guest->id, object->base);
        Object facts = *object;
        facts.owner = guest->id;
        memory_place_object(&machine->memory, address, object->size, facts);
        vector_resize(&bytes, object->size);
        memory_read_bytes(&other->memory, object->base, bytes.data, object->size);
        memory_write_bytes(&machine->memory, address, bytes.data, object->size);
        guest->locals.data[i] = address;
    }
    vector_free(&bytes);
}

bool crowd_has_site(const Machine *machine, uint32_t position)
{
    const CrowdSites *sites = machine->options->crowd;
    for (uint32_t i = 0; sites && i < sites->positions.count; i++)
        if (sites->positions.data[i] == position)
            return true;
    return false;
}

void crowd_make(Machine *machine)
{
    if (find_crowd(machine) != NO_THREAD)
        return;
    Thread *crowd = thread_create(machine), *guest = thread_create(machine);
    crowd->origin.role = ROLE_CROWD;
    crowd->state = THREAD_IDLE;
    guest->state = THREAD_FINISHED;
    crowd->end.detached = guest->end.detached = true;
    machine->live_count--;
    machine_update_concurrency(machine);
}

// The locks of a thread become those of another: of the crowd, or of a guest that comes from it. That the crowd holds one to
// read is not written down: as many as do, nobody who holds it to write can meet them (machine_watched_hold_in_common).
static void give_locks(Machine *machine, const Thread *from, uint32_t to)
{
    bool is_for_crowd = machine->threads.data[to]->origin.role == ROLE_CROWD;
    for (uint32_t i = 0; i < from->held.count; i++) {
        uint64_t lock = from->held.data[i];
        switch ((HeldAs)from->held_as.data[i]) {
        case HELD_MUTEX:
            sync_put(machine, lock, MUTEX_OWNER, to + 1);
            break;
        case HELD_SPIN:
            sync_put(machine, lock, 0, SPIN_HELD + to);
            break;
        case HELD_TO_WRITE:
            sync_put(machine, lock, RWLOCK_WRITER, to + 1);
            break;
        case HELD_TO_READ:
            sync_put(machine, lock, RWLOCK_READERS,
                     sync_get(machine, lock, RWLOCK_READERS) + (is_for_crowd ? UINT32_MAX : 1));
            break;
        }
    }
}

static void replace_thread(Machine *machine, uint32_t id, Thread *by)
{
    bool lived = machine->threads.data[id]->state != THREAD_FINISHED, lives = by->state != THREAD_FINISHED;
    thread_release(machine->threads.data[id]);
    machine->threads.data[id] = by;
    by->id = id;
    machine->live_count = machine->live_count - lived + lives;
    machine_update_concurrency(machine);
}

Machine *machine_without_watched(const Machine *original)
{
    Machine *machine = machine_clone(original);
    uint32_t watched = machine_watched_thread(machine);
    if (watched == NO_THREAD)
        return machine;
    Thread *thread = machine->threads.data[watched];
    give_locks(machine, thread, find_crowd(machine));
    machine->live_count -= thread->state != THREAD_FINISHED;
    thread_release(thread);
    machine->threads.count--;
    forget_locals(machine, watched);
    machine_update_concurrency(machine);
    return machine;
}

Machine *machine_invite(const Machine *original, const Machine *other)
{
    Machine *machine = machine_clone(original);
    uint32_t guest = machine_guest(machine);
    uint32_t watched = machine_watched_thread(other);
    Thread *thread = thread_copy(other->threads.data[watched]);
    thread->origin.role = ROLE_ITSELF;
    replace_thread(machine, guest, thread);
    give_locks(machine, thread, guest);
    copy_locals(machine, other, watched, thread);
    return machine;
}

void machine_dismiss(Machine *machine)
{
    uint32_t guest = machine_guest(machine);
    give_locks(machine, machine->threads.data[guest], guest - 1);
    Thread *nobody = memory_allocate_zeroed(sizeof *nobody);
    nobody->shared.references = 1;
    nobody->state = THREAD_FINISHED;
    nobody->end.detached = true;
    nobody->end.joined_by = NO_THREAD;
    replace_thread(machine, guest, nobody);
    forget_locals(machine, guest);
}

static bool hold_in_common(const Thread *one, const Thread *other)
{
    for (uint32_t i = 0; i < one->held.count; i++)
        for (uint32_t j = 0; j < other->held.count; j++)
            if (one->held.data[i] == other->held.data[j] &&
                (one->held_as.data[i] != HELD_TO_READ || other->held_as.data[j] != HELD_TO_READ))
                return true;
    return false;
}

static bool are_in_common(const Thread *one, const Thread *other)
{
    for (uint32_t i = 0; i < one->once.count; i++)
        for (uint32_t j = 0; j < other->once.count; j++)
            if (one->once.data[i] == other->once.data[j])
                return true;
    return false;
}

bool machine_watched_hold_in_common(const Machine *a, const Machine *b)
{
    uint32_t one = machine_watched_thread(a), other = machine_watched_thread(b);
    if (one == NO_THREAD || other == NO_THREAD)
        return false;
    const Thread *first = a->threads.data[one], *second = b->threads.data[other];
    return hold_in_common(first, second) || are_in_common(first, second);
}
