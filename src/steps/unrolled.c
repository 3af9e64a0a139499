#include "steps/unrolled.h"

#include "base/none.h"
#include "encode/cuts.h"

// An object that some thread frees, destroys or lets go out of scope while others may use it.
typedef struct Ended {
    uint64_t low, high;
    bool destroyed;    // it is no longer a lock; else it is not there any more
    uint32_t variable; // whether it has ended
    uint32_t id;       // of the only thread that does so; NO_THREAD: several do
} Ended;

typedef struct Making {
    Unrolled *out;
    const LocalProgram *local;
    TermTable *terms;
    PropertyMask properties;
    Cuts cuts;
    Map cells; // address -> variable + 1
    Map locks; // address -> variable + 1
    VECTOR(uint64_t) lock_addresses;
    Map results; // thread id -> variable + 1
    VECTOR(Ended) ended;
    // Of the thread that is being made:
    const LocalThread *thread;
    uint32_t number;
    StepThread *made;
    UnrolledPlaces *places;
    uint32_t rest[2]; // its places to rest, with others going on or not; NONE: none
} Making;

static void note_unknown(Making *making, const char *what)
{
    if (!making->out->unknown)
        making->out->unknown = what;
}

// --- Variables

static bool accesses_memory(const LocalNode *node)
{
    return node->kind == LOCAL_EVENT && event_kind_accesses(node->event.kind);
}

static uint32_t new_variable(Making *making, uint32_t width, Term initial)
{
    vector_push(&making->out->program.variables, (StepVariable){width, initial});
    return making->out->program.variables.count;
}

static void find_cuts(Making *making)
{
    for (uint32_t i = 0; i < making->local->threads.count; i++) {
        const LocalThread *thread = making->local->threads.data[i];
        for (uint32_t j = 0; j < thread->nodes.count; j++)
            if (accesses_memory(&thread->nodes.data[j]))
                cuts_add(&making->cuts, thread->nodes.data[j].event.address, thread->nodes.data[j].event.size);
    }
    cuts_sort(&making->cuts);
}

// What an access touches of one variable: `offset` bytes from its beginning.
typedef struct Part {
    uint32_t variable;
    uint32_t offset, width;
} Part;
typedef VECTOR(Part) Parts;

// The variables between two addresses. A new one holds, to begin with, what its first access found there: creators come
// first, and before each event those that led to it.
static void find_parts(Making *making, const Event *event, Term content, Parts *out)
{
    uint64_t end = event->address + event->size;
    for (uint64_t start = event->address, next; start < end; start = next) {
        next = cuts_next(&making->cuts, start, end);
        Part part = {.offset = (uint32_t)(start - event->address), .width = (uint32_t)(next - start) * 8};
        uint64_t *variable = content ? map_insert(&making->cells, start) : map_find(&making->cells, start);
        if (!variable)
            continue;
        if (!*variable) {
            Term initial = event->fresh ? term_symbol(making->terms, part.width, NULL) // whatever it may be
                                        : term_extract(making->terms, content, part.offset * 8, part.width);
            *variable = new_variable(making, part.width, initial);
        }
        part.variable = (uint32_t)*variable - 1;
        vector_push(out, part);
    }
}

static void make_cells(Making *making)
{
    find_cuts(making);
    Parts parts = {0};
    for (uint32_t i = 0; i < making->local->threads.count; i++) {
        const LocalThread *thread = making->local->threads.data[i];
        for (uint32_t j = 0; j < thread->nodes.count; j++)
            if (accesses_memory(&thread->nodes.data[j]))
                find_parts(making, &thread->nodes.data[j].event, thread->nodes.data[j].event.content, &parts);
    }
    vector_free(&parts);
}

static uint32_t variable_of(Making *making, Map *map, uint64_t key, uint32_t width)
{
    uint64_t *number = map_insert(map, key);
    if (!*number)
        *number = new_variable(making, width, term_constant(making->terms, width, 0));
    return (uint32_t)*number - 1;
}

static void make_locks(Making *making)
{
    for (uint32_t i = 0; i < making->local->threads.count; i++) {
        const LocalThread *thread = making->local->threads.data[i];
        for (uint32_t j = 0; j < thread->nodes.count; j++) {
            const LocalNode *node = &thread->nodes.data[j];
            if (node->kind != LOCAL_EVENT || node->event.kind != EVENT_lock ||
                map_find(&making->locks, node->event.address))
                continue;
            variable_of(making, &making->locks, node->event.address, 1);
            vector_push(&making->lock_addresses, node->event.address);
        }
    }
}

// --- The life of objects

static bool ends_life(const LocalNode *node)
{
    return node->kind == LOCAL_EVENT && (node->event.kind == EVENT_free || node->event.kind == EVENT_sync_destroy ||
                                         node->event.kind == EVENT_retire);
}

static void add_ended(Making *making, const Event *event)
{
    bool destroyed = event->kind == EVENT_sync_destroy;
    for (uint32_t i = 0; i < making->ended.count; i++) {
        Ended *known = &making->ended.data[i];
        if (known->low == event->address && known->destroyed == destroyed) {
            if (known->id != event->thread)
                known->id = NO_THREAD;
            if (event->address + event->size > known->high)
                known->high = event->address + event->size;
            return;
        }
    }
    uint32_t variable = new_variable(making, 1, term_boolean(making->terms, false)) - 1;
    vector_push(&making->ended, (Ended){event->address, event->address + (event->size ? event->size : 1), destroyed,
                                        variable, event->thread});
}

static void find_ended(Making *making)
{
    for (uint32_t i = 0; i < making->local->threads.count; i++) {
        const LocalThread *thread = making->local->threads.data[i];
        for (uint32_t j = 0; j < thread->nodes.count; j++)
            if (ends_life(&thread->nodes.data[j]))
                add_ended(making, &thread->nodes.data[j].event);
    }
}

static bool overlaps(const Event *event, const Ended *ended)
{
    return event->address + (event->size ? event->size : 1) > ended->low && event->address < ended->high;
}

static Term read_bit(Making *making, uint32_t variable, StepPlace *place)
{
    Term symbol = term_symbol(making->terms, 1, NULL);
    vector_push(&place->accesses, (StepAccess){.variable = variable, .symbol = symbol, .read = symbol});
    return symbol;
}

// An end, or the beginning of another object in the same place.
static void set_ended(Making *making, const Event *event, bool ended, StepPlace *place)
{
    for (uint32_t i = 0; i < making->ended.count; i++) {
        const Ended *known = &making->ended.data[i];
        bool concerned = ended ? known->low == event->address && known->destroyed == (event->kind == EVENT_sync_destroy)
                               : overlaps(event, known);
        if (concerned)
            vector_push(&place->accesses,
                        (StepAccess){.variable = known->variable, .write = term_boolean(making->terms, ended)});
    }
}

// A lock whose memory is gone keeps nobody waiting: whoever wants it runs into that.
static void open_locks(Making *making, const Event *event, StepPlace *place)
{
    uint64_t end = event->address + (event->size ? event->size : 1);
    for (uint32_t i = 0; i < making->lock_addresses.count; i++) {
        uint64_t lock = making->lock_addresses.data[i];
        if (lock >= event->address && lock < end)
            vector_push(&place->accesses, (StepAccess){.variable = variable_of(making, &making->locks, lock, 1),
                                                       .write = term_boolean(making->terms, false)});
    }
}

// That another thread has ended the life of what the event uses.
static Term is_gone(Making *making, const Event *event, bool destroyed, StepPlace *place)
{
    Term gone = term_boolean(making->terms, false);
    for (uint32_t i = 0; i < making->ended.count; i++) {
        const Ended *known = &making->ended.data[i];
        if (known->id != making->thread->id && known->destroyed == destroyed && overlaps(event, known))
            gone = term_or(making->terms, gone, read_bit(making, known->variable, place));
    }
    return gone;
}

// --- Places

static Term value_term(Making *making, Term term, uint64_t value, uint32_t width)
{
    if (!term)
        return term_constant(making->terms, width, value);
    uint32_t own = term_width(making->terms, term);
    return own < width   ? term_zero_extend(making->terms, term, width)
           : own > width ? term_extract(making->terms, term, 0, width)
                         : term;
}

static void make_accesses(Making *making, const Event *event, StepPlace *place)
{
    Parts parts = {0};
    if (event->fresh && event->kind == EVENT_read)
        note_unknown(making, "a copy of memory that nobody has written");
    uint32_t width = event->size * 8;
    bool writes = event->kind != EVENT_read;
    Term value = writes ? value_term(making, event->term, event->value, width) : NO_TERM;
    find_parts(making, event, event->kind == EVENT_publish ? NO_TERM : event->content, &parts);
    for (uint32_t i = 0; i < parts.count; i++) {
        const Part *part = &parts.data[i];
        StepAccess access = {.variable = part->variable};
        if (event->read) {
            access.symbol = event->read;
            access.read = term_extract(making->terms, event->read, part->offset * 8, part->width);
        }
        if (writes)
            access.write = term_extract(making->terms, value, part->offset * 8, part->width);
        vector_push(&place->accesses, access);
    }
    vector_free(&parts);
}

// What was written a moment before the event: others see it from there on. The event itself comes last.
static void make_publications(Making *making, uint32_t node, StepPlace *place)
{
    StepPlace published = {0};
    for (uint32_t i = making->thread->nodes.data[node].parent;
         making->thread->nodes.data[i].kind == LOCAL_EVENT && making->thread->nodes.data[i].event.kind == EVENT_publish;
         i = making->thread->nodes.data[i].parent) {
        make_accesses(making, &making->thread->nodes.data[i].event, &published);
        set_ended(making, &making->thread->nodes.data[i].event, false, &published);
    }
    for (uint32_t i = 0; i < published.accesses.count; i++) {
        const StepAccess *access = &published.accesses.data[i];
        bool overwritten = false;
        for (uint32_t j = 0; j < place->accesses.count; j++)
            overwritten |= place->accesses.data[j].variable == access->variable;
        if (!overwritten)
            vector_push(&place->accesses, *access);
    }
    vector_free(&published.accesses);
}

static bool overlaps_address(const Event *event, uint64_t address)
{
    return address - event->address < (event->size ? event->size : 1);
}

// How often, on the way to the node, something of one kind happened more often than of another; at an address, to what is
// there now.
static uint32_t count_open(const LocalThread *thread, uint32_t node, EventKind begins, EventKind ends, uint64_t address)
{
    int64_t open = 0;
    while (thread->nodes.data[node].parent != node) {
        node = thread->nodes.data[node].parent;
        const LocalNode *passed = &thread->nodes.data[node];
        if (address && ends_life(passed) && overlaps_address(&passed->event, address))
            break;
        if (passed->kind != LOCAL_EVENT || (address && passed->event.address != address))
            continue;
        open += (passed->event.kind == begins) - (passed->event.kind == ends);
    }
    return open > 0 ? (uint32_t)open : 0;
}

static void make_lock(Making *making, StepKind kind, uint64_t address, StepPlace *place)
{
    place->kind = kind;
    place->lock = variable_of(making, &making->locks, address, 1);
}

// The thread of that number which was created on this way; else the only one there is.
static uint32_t find_joined(Making *making, uint32_t node, uint32_t id)
{
    for (uint32_t i = node; making->thread->nodes.data[i].parent != i; i = making->thread->nodes.data[i].parent) {
        const LocalNode *passed = &making->thread->nodes.data[i];
        if (passed->kind == LOCAL_EVENT && passed->event.kind == EVENT_create && passed->event.other == id)
            return passed->created;
    }
    uint32_t found = NONE;
    for (uint32_t i = 0; i < making->local->threads.count; i++)
        if (making->local->threads.data[i]->id == id) {
            if (found != NONE)
                note_unknown(making, "a thread that is joined by one that did not create it");
            found = i;
        }
    return found == NONE ? 0 : found;
}

static uint32_t pointer_bits(const Making *making)
{
    return making->local->task->program->layout.pointer_bits;
}

// Whether another thread may join or detach the same one.
static bool is_contested(const Making *making, uint32_t id, bool *detached)
{
    bool contested = false;
    for (uint32_t i = 0; i < making->local->threads.count; i++) {
        const LocalThread *thread = making->local->threads.data[i];
        for (uint32_t j = 0; j < thread->nodes.count && thread->id != making->thread->id; j++) {
            const LocalNode *node = &thread->nodes.data[j];
            if (node->kind != LOCAL_EVENT || node->event.other != id ||
                (node->event.kind != EVENT_join && node->event.kind != EVENT_detach))
                continue;
            contested = true;
            *detached |= node->event.kind == EVENT_detach;
        }
    }
    return contested;
}

static void make_join(Making *making, uint32_t node, const Event *event, StepPlace *place)
{
    bool detached = false;
    place->kind = STEP_JOIN;
    place->other = find_joined(making, node, event->other);
    if (is_contested(making, event->other, &detached))
        note_unknown(making, detached ? "a thread that another one detaches" : "a thread that two others join");
    if (event->read)
        vector_push(&place->accesses,
                    (StepAccess){.variable = variable_of(making, &making->results, event->other, pointer_bits(making)),
                                 .symbol = event->read,
                                 .read = event->read});
}

// What keeps an event from being done, and what is violated then.
typedef struct Obstacle {
    Term term;
    Property property;
} Obstacle;
enum { OBSTACLES = 2 };

static void find_obstacles(Making *making, const Event *event, StepPlace *place, Obstacle out[OBSTACLES])
{
    bool locks = event->kind == EVENT_lock || event->kind == EVENT_unlock || event->kind == EVENT_sync_destroy;
    bool uses =
        locks || event_kind_accesses(event->kind) || event->kind == EVENT_free || event->kind == EVENT_sync_init;
    Term never = term_boolean(making->terms, false);
    out[0] = (Obstacle){uses ? is_gone(making, event, false, place) : never, PROPERTY_MEMORY};
    out[1] = (Obstacle){locks ? is_gone(making, event, true, place) : never, PROPERTY_LOCK};
    if (event->kind != EVENT_sync_destroy)
        return;
    const uint64_t *lock = map_find(&making->locks, event->address);
    if (lock)
        out[1].term = term_or(making->terms, out[1].term, read_bit(making, (uint32_t)*lock - 1, place));
}

static void make_exit(Making *making, const Event *event, StepPlace *place)
{
    uint32_t width = pointer_bits(making);
    vector_push(&place->accesses,
                (StepAccess){.variable = variable_of(making, &making->results, making->thread->id, width),
                             .write = value_term(making, event->term, event->value, width)});
}

static bool is_in_section(const Making *making, uint32_t node)
{
    return count_open(making->thread, node, EVENT_atomic_begin, EVENT_atomic_end, 0) > 0;
}

static StepPlace make_place(Making *making, uint32_t node)
{
    const Event *event = &making->thread->nodes.data[node].event;
    StepPlace place = {.kind = STEP_ACCESS, .alone = is_in_section(making, node)};
    bool detached = false;
    switch (event->kind) {
    case EVENT_read:
    case EVENT_write:
    case EVENT_update:
        make_accesses(making, event, &place);
        break;
    case EVENT_lock:
        if (event->conditional)
            note_unknown(making, "an attempt to lock");
        if (!count_open(making->thread, node, EVENT_lock, EVENT_unlock, event->address))
            make_lock(making, STEP_LOCK, event->address, &place);
        break;
    case EVENT_unlock:
        if (count_open(making->thread, node, EVENT_lock, EVENT_unlock, event->address) == 1)
            make_lock(making, STEP_UNLOCK, event->address, &place);
        break;
    case EVENT_create:
        place.kind = STEP_CREATE;
        place.other = making->thread->nodes.data[node].created;
        break;
    case EVENT_join:
        make_join(making, node, event, &place);
        break;
    case EVENT_exit:
        make_exit(making, event, &place);
        break;
    case EVENT_free:
        open_locks(making, event, &place);
        set_ended(making, event, true, &place);
        break;
    case EVENT_sync_destroy:
        set_ended(making, event, true, &place);
        break;
    case EVENT_retire:
        place.alone = true; // it belongs to the step before
        open_locks(making, event, &place);
        set_ended(making, event, true, &place);
        break;
    case EVENT_allocate:
        set_ended(making, event, false, &place);
        break;
    case EVENT_sync_init:
        if (count_open(making->thread, node, EVENT_create, EVENT_KIND_COUNT, 0) || making->thread->id)
            note_unknown(making, "a lock that is initialised while threads run");
        if (count_open(making->thread, node, EVENT_lock, EVENT_unlock, event->address))
            note_unknown(making, "a lock that begins where another was left locked");
        break;
    case EVENT_detach:
        if (is_contested(making, event->other, &detached) && detached)
            note_unknown(making, "a thread that two others detach");
        break;
    case EVENT_start:
    case EVENT_atomic_begin:
    case EVENT_atomic_end:
        break;
    default:
        if (!event_kind_is_private(event->kind))
            note_unknown(making, event_kind_name(event->kind));
        break;
    }
    // While it waits, others go on; the encoding holds them up.
    if (place.alone && (place.kind == STEP_LOCK || place.kind == STEP_JOIN))
        note_unknown(making, "waiting inside an atomic section");
    return place;
}

static uint32_t add_place(Making *making, StepPlace place, uint32_t node)
{
    vector_push(&making->made->places, place);
    bool counts = node != NONE && event_kind_counts(making->thread->nodes.data[node].event.kind);
    vector_push(making->places, (UnrolledPlace){counts ? node : NONE});
    return making->made->places.count - 1;
}

// --- Edges

static uint32_t new_question(Making *making, uint32_t node, bool violation)
{
    vector_push(&making->out->questions, (UnrolledQuestion){making->number, node, violation});
    return making->out->program.questions++;
}

static uint32_t place_to_rest(Making *making, uint32_t node)
{
    bool idles = making->thread->nodes.data[node].event.kind == EVENT_retry; // nobody has to wait for it
    bool alone = !idles && is_in_section(making, node);
    if (making->rest[alone] == NONE)
        making->rest[alone] = add_place(making, (StepPlace){.kind = STEP_ACCESS, .rests = true, .alone = alone}, NONE);
    return making->rest[alone];
}

static uint32_t make_places(Making *making, uint32_t node);

static void add_edge(Making *making, uint32_t place, Term guard, uint32_t target)
{
    vector_push(&making->made->places.data[place].edges, (StepEdge){guard, target});
}

// A violation nobody asked about merely stops the thread.
static void make_violation(Making *making, uint32_t place, uint32_t node, Property property, Term guard)
{
    if (making->properties & PROPERTY_BIT(property))
        vector_push(&making->made->places.data[place].checks, (StepCheck){guard, new_question(making, node, true)});
    else
        add_edge(making, place, guard, place_to_rest(making, node));
}

// Where the thread comes from a place if the guard holds: along decisions, to the next event or the end.
static void make_edges(Making *making, uint32_t place, uint32_t node, Term guard)
{
    const LocalNode *found = &making->thread->nodes.data[node];
    Term others = guard;
    StepPlace waiting = {0};
    switch (found->kind) {
    case LOCAL_BEGIN:
        break;
    case LOCAL_EVENT:
        if (local_is_place(found))
            add_edge(making, place, guard, make_places(making, node));
        else
            make_edges(making, place, found->ways.data[0].node, guard);
        break;
    case LOCAL_DECISION:
        for (uint32_t i = 0; i < found->ways.count; i++) {
            make_edges(making, place, found->ways.data[i].node,
                       term_and(making->terms, guard, found->ways.data[i].condition));
            others = term_and(making->terms, others, term_not(making->terms, found->ways.data[i].condition));
        }
        if (found->lazy && !term_is_false(making->terms, others))
            vector_push(&making->made->places.data[place].checks,
                        (StepCheck){others, new_question(making, node, false)});
        break;
    case LOCAL_ENDED:
        add_edge(making, place, guard, STEP_END);
        break;
    case LOCAL_VIOLATES:
        make_violation(making, place, node, found->event.property, guard);
        break;
    case LOCAL_WAITS:
        make_lock(making, STEP_LOCK, found->event.address, &waiting);
        add_edge(making, place, guard, add_place(making, waiting, NONE));
        break;
    case LOCAL_RETRIES:
        making->out->retries = true;
        if (is_in_section(making, node)) // the round after it finds what others have done meanwhile
            note_unknown(making, "waiting inside an atomic section");
        break;
    case LOCAL_RESTS:
        add_edge(making, place, guard, place_to_rest(making, node));
        break;
    }
}

// The place of an event, and all that can be reached from it.
static uint32_t make_places(Making *making, uint32_t node)
{
    StepPlace made = make_place(making, node);
    Obstacle obstacles[OBSTACLES];
    find_obstacles(making, &making->thread->nodes.data[node].event, &made, obstacles);
    make_publications(making, node, &made);
    uint32_t place = add_place(making, made, node);
    Term guard = term_boolean(making->terms, true);
    for (uint32_t i = 0; i < OBSTACLES; i++) {
        Term met = term_and(making->terms, guard, obstacles[i].term);
        if (!term_is_false(making->terms, met))
            make_violation(making, place, node, obstacles[i].property, met);
        guard = term_and(making->terms, guard, term_not(making->terms, obstacles[i].term));
    }
    make_edges(making, place, making->thread->nodes.data[node].ways.data[0].node, guard);
    return place;
}

static void make_thread(Making *making, uint32_t number)
{
    making->thread = making->local->threads.data[number];
    making->number = number;
    making->made = &making->out->program.threads.data[number];
    making->places = &making->out->places.data[number];
    making->rest[0] = making->rest[1] = NONE;
    making->made->created = number != 0;
    making->made->first = add_place(making, (StepPlace){.kind = STEP_ACCESS}, NONE);
    make_edges(making, 0, making->thread->nodes.data[0].ways.data[0].node, term_boolean(making->terms, true));
}

void unrolled_create(Unrolled *out, const LocalProgram *local, PropertyMask properties)
{
    Making making = {.out = out, .local = local, .terms = local->terms, .properties = properties};
    uint32_t threads = 0;
    out->local = local;
    out->program.terms = local->terms;
    vector_resize(&out->program.threads, local->threads.count);
    vector_resize(&out->places, local->threads.count);
    make_cells(&making);
    make_locks(&making);
    find_ended(&making);
    for (uint32_t i = 0; i < local->threads.count; i++) {
        make_thread(&making, i);
        uint32_t longest = 0;
        for (uint32_t j = 0; j < local->threads.count; j++)
            if (local->threads.data[j]->id == local->threads.data[i]->id && local->threads.data[j]->longest > longest)
                longest = local->threads.data[j]->longest;
        if (local->threads.data[i]->id >= threads) {
            out->steps += longest + 1;
            threads = local->threads.data[i]->id + 1;
        }
    }
    cuts_free(&making.cuts);
    vector_free(&making.ended);
    vector_free(&making.lock_addresses);
    map_free(&making.cells);
    map_free(&making.locks);
    map_free(&making.results);
}

void unrolled_free(Unrolled *unrolled)
{
    step_program_free(&unrolled->program);
    for (uint32_t i = 0; i < unrolled->places.count; i++)
        vector_free(&unrolled->places.data[i]);
    vector_free(&unrolled->places);
    vector_free(&unrolled->questions);
}
