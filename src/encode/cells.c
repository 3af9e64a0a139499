// Accesses of different sizes to overlapping bytes are split into common cells: ranges that every access covers wholly
// or not at all. A read of several cells takes each part from its own write. Semaphores are cells too: waiting takes
// the value, which must not be 0, and puts back one less; posting one more (Wang et al., section 3.1).
#include "base/none.h"
#include "encode/cuts.h"
#include "encode/concurrent_trace.h"

typedef struct Splitter {
    ConcurrentTrace *concurrent;
    Map incarnations;        // slot -> how often an object there became shared after earlier accesses to the slot, + 1
    VECTOR(uint64_t) starts; // per event: its address, told apart by incarnation
    Cuts cuts;               // boundaries of the cells
    Map cells;               // address of the first byte -> cell + 1
    Map semaphores;          // address -> cell + 1
} Splitter;

enum { SLOT_BITS = 8, INCARNATION_SHIFT = 56 };

static bool is_semaphore_operation(EventKind kind)
{
    return kind == EVENT_semaphore_wait || kind == EVENT_semaphore_post || kind == EVENT_semaphore_read;
}

// An object that becomes shared at an address already used is another object: its cells are its own.
static void number_incarnations(Splitter *splitter)
{
    ConcurrentTrace *concurrent = splitter->concurrent;
    const Trace *trace = concurrent->trace;
    EventId event = 0;
    vector_resize(&splitter->starts, concurrent->events.count);
    for (uint32_t i = 0; i < trace->events.count && !concurrent_trace_stopped(concurrent); i++) {
        const TraceEvent *recorded = &trace->events.data[i];
        if (recorded->kind == EVENT_publish) {
            for (uint64_t slot = recorded->address >> SLOT_BITS;
                 recorded->size && slot <= (recorded->address + recorded->size - 1) >> SLOT_BITS; slot++) {
                uint64_t *number = map_find(&splitter->incarnations, slot);
                if (number)
                    ++*number;
            }
        }
        if (event >= concurrent->events.count || concurrent->events.data[event].trace != i)
            continue;
        uint64_t number = 0;
        if (event_kind_accesses(recorded->kind)) {
            uint64_t *known = map_insert(&splitter->incarnations, recorded->address >> SLOT_BITS);
            if (!*known)
                *known = 1;
            number = *known - 1;
            if (number >> (64 - INCARNATION_SHIFT)) { // too many to tell apart
                number = 0;
                concurrent->approximate = concurrent->other_outcomes = true;
            }
        }
        splitter->starts.data[event++] = recorded->address + (number << INCARNATION_SHIFT);
    }
}

static void collect_cuts(Splitter *splitter)
{
    ConcurrentTrace *concurrent = splitter->concurrent;
    for (EventId i = 0; i < concurrent->events.count; i++) {
        const TraceEvent *recorded = concurrent_trace_recorded(concurrent, i);
        if (event_kind_accesses(recorded->kind) && recorded->size && recorded->size <= 8)
            cuts_add(&splitter->cuts, splitter->starts.data[i], recorded->size);
    }
    cuts_sort(&splitter->cuts);
}

// The bytes [offset, offset + width/8) of a value of an access of `size` bytes.
static Term part_of(ConcurrentTrace *concurrent, Term term, uint64_t value, uint32_t size, uint32_t offset,
                    uint32_t width)
{
    if (!term)
        return term_constant(concurrent->terms, width, value >> (8 * offset));
    Term whole =
        term_width(concurrent->terms, term) < size * 8 ? term_zero_extend(concurrent->terms, term, size * 8) : term;
    return term_extract(concurrent->terms, whole, 8 * offset, width);
}

static uint32_t find_cell(Splitter *splitter, uint64_t start, uint32_t width, Term initial)
{
    ConcurrentTrace *concurrent = splitter->concurrent;
    uint64_t *known = map_insert(&splitter->cells, start);
    if (!*known) {
        vector_push(
            &concurrent->cells,
            (Cell){.address = start & ((UINT64_C(1) << INCARNATION_SHIFT) - 1), .width = width, .initial = initial});
        *known = concurrent->cells.count;
    }
    return (uint32_t)*known - 1;
}

static void add_access(ConcurrentTrace *concurrent, Access access)
{
    ConcurrentEvent *event = &concurrent->events.data[access.event];
    if (!event->access_count)
        event->first_access = concurrent->accesses.count;
    event->access_count++;
    vector_push(&concurrent->cells.data[access.cell].accesses, concurrent->accesses.count);
    vector_push(&concurrent->accesses, access);
}

static void note_symbol(ConcurrentTrace *concurrent, Term symbol, uint32_t access)
{
    uint64_t *known = map_insert(&concurrent->symbol_access, symbol);
    if (!*known)
        *known = access + 1;
}

static void split_access(Splitter *splitter, EventId id, const TraceEvent *recorded)
{
    ConcurrentTrace *concurrent = splitter->concurrent;
    uint64_t start = splitter->starts.data[id];
    bool reads = recorded->kind != EVENT_write || recorded->read, writes = recorded->kind != EVENT_read;
    uint64_t before = writes ? recorded->previous : recorded->value;
    Term symbol = recorded->read;
    if (reads && !symbol)
        symbol = term_symbol(concurrent->terms, recorded->size * 8, NULL);
    if (reads)
        note_symbol(concurrent, symbol, concurrent->accesses.count);
    for (uint32_t offset = 0; offset < recorded->size;) {
        uint64_t end = cuts_next(&splitter->cuts, start + offset, start + recorded->size);
        uint32_t width = (uint32_t)(end - start - offset) * 8;
        Term initial = recorded->fresh && !recorded->content // whatever it may be
                           ? term_symbol(concurrent->terms, width, NULL)
                           : part_of(concurrent, recorded->content, before, recorded->size, offset, width);
        Access access = {.event = id, .cell = find_cell(splitter, start + offset, width, initial)};
        access.observed = before >> (8 * offset) & (width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1);
        if (reads)
            access.read = part_of(concurrent, symbol, 0, recorded->size, offset, width);
        if (writes)
            access.write = part_of(concurrent, recorded->term, recorded->value, recorded->size, offset, width);
        add_access(concurrent, access);
        offset += width / 8;
    }
}

// Wide enough for every value it can have.
static uint32_t semaphore_width(const ConcurrentTrace *concurrent, uint64_t address)
{
    uint64_t highest = 1;
    for (EventId i = 0; i < concurrent->events.count; i++) {
        const TraceEvent *recorded = concurrent_trace_recorded(concurrent, i);
        if (recorded->address != address)
            continue;
        if (recorded->kind == EVENT_sync_init || is_semaphore_operation(recorded->kind))
            highest = recorded->previous > highest ? recorded->previous : highest;
        highest += recorded->kind == EVENT_semaphore_post;
    }
    uint32_t width = 1;
    while (width < 32 && highest >> width)
        width++;
    return width;
}

static void add_semaphore_access(Splitter *splitter, EventId id, const TraceEvent *recorded)
{
    ConcurrentTrace *concurrent = splitter->concurrent;
    TermTable *terms = concurrent->terms;
    uint64_t *known = map_find(&splitter->semaphores, recorded->address);
    if (!known)
        return;
    if (!*known) {
        uint32_t width = semaphore_width(concurrent, recorded->address);
        vector_push(&concurrent->cells, (Cell){.address = recorded->address,
                                               .width = width,
                                               .initial = term_constant(terms, width, recorded->previous),
                                               .semaphore = true});
        *known = concurrent->cells.count;
    }
    uint32_t cell = (uint32_t)*known - 1, width = concurrent->cells.data[cell].width;
    Access access = {.event = id, .cell = cell, .observed = recorded->previous};
    if (recorded->kind == EVENT_sync_init) {
        access.write = term_constant(terms, width, recorded->previous);
        add_access(concurrent, access);
        return;
    }
    access.read = term_symbol(terms, width, NULL);
    note_symbol(concurrent, access.read, concurrent->accesses.count);
    Term zero = term_constant(terms, width, 0), one = term_constant(terms, width, 1);
    switch (recorded->kind) {
    case EVENT_semaphore_wait:
        access.condition = term_not(terms, term_equal(terms, access.read, zero));
        access.write = term_sub(terms, access.read, one);
        break;
    case EVENT_semaphore_post:
        access.write = term_add(terms, access.read, one);
        break;
    case EVENT_lock_failed:
        access.condition = term_equal(terms, access.read, zero);
        break;
    default:
        if (recorded->read) {
            access.condition = term_equal(terms, recorded->read,
                                          term_zero_extend(terms, access.read, term_width(terms, recorded->read)));
            note_symbol(concurrent, recorded->read, concurrent->accesses.count);
        }
        break;
    }
    add_access(concurrent, access);
}

// What each access finds before and after it in its cell.
static void link_accesses(ConcurrentTrace *concurrent)
{
    VECTOR(EventId) last = {0};
    vector_resize(&last, concurrent->threads.count);
    for (uint32_t i = 0; i < concurrent->cells.count && !concurrent_trace_stopped(concurrent); i++) {
        const Cell *cell = &concurrent->cells.data[i];
        uint32_t write = NONE;
        for (uint32_t j = 0; j < last.count; j++)
            last.data[j] = NO_EVENT;
        for (uint32_t j = 0; j < cell->accesses.count; j++) {
            Access *access = &concurrent->accesses.data[cell->accesses.data[j]];
            EventId *own = &last.data[concurrent->events.data[access->event].thread];
            access->observed_write = write;
            access->previous_write = *own;
            if (access->write) {
                write = cell->accesses.data[j];
                *own = access->event;
            }
        }
        for (uint32_t j = 0; j < last.count; j++)
            last.data[j] = NO_EVENT;
        for (uint32_t j = cell->accesses.count; j-- > 0;) {
            Access *access = &concurrent->accesses.data[cell->accesses.data[j]];
            EventId *own = &last.data[concurrent->events.data[access->event].thread];
            access->next_write = *own;
            if (access->write)
                *own = access->event;
        }
    }
    vector_free(&last);
}

// Where what nobody has written is read it becomes an input, which its thread does not take where somebody writes before.
// Whether another access of the cell may come on the other side of one that found it so.
static bool may_find_otherwise(const ConcurrentTrace *concurrent, Order *order, const Cell *cell, const Access *fresh)
{
    for (uint32_t i = 0; i < cell->accesses.count; i++) {
        const Access *other = &concurrent->accesses.data[cell->accesses.data[i]];
        bool meet = (fresh->read && other->write) || (fresh->write && other->read);
        if (meet && !concurrent_trace_must_precede(concurrent, order, fresh->event, other->event) &&
            !concurrent_trace_must_precede(concurrent, order, other->event, fresh->event))
            return true;
    }
    return false;
}

static void find_fresh_cells(ConcurrentTrace *concurrent)
{
    Order *order = NULL;
    for (uint32_t i = 0; i < concurrent->accesses.count && !concurrent->fresh && !concurrent_trace_stopped(concurrent);
         i++) {
        const Access *access = &concurrent->accesses.data[i];
        if (!concurrent_trace_recorded(concurrent, access->event)->fresh)
            continue;
        if (!order)
            order = concurrent_trace_create_order(concurrent, NULL, ORDER_GRAPH);
        concurrent->fresh = may_find_otherwise(concurrent, order, &concurrent->cells.data[access->cell], access);
    }
    concurrent->approximate |= concurrent->fresh;
    if (order)
        order_free(order);
}

void concurrent_trace_split_cells(ConcurrentTrace *concurrent)
{
    Splitter splitter = {.concurrent = concurrent};
    number_incarnations(&splitter);
    collect_cuts(&splitter);
    for (EventId i = 0; i < concurrent->events.count; i++)
        if (is_semaphore_operation(concurrent->events.data[i].kind))
            map_insert(&splitter.semaphores, concurrent_trace_recorded(concurrent, i)->address);
    for (uint32_t i = 0; i < concurrent->threads.count; i++) {
        const TraceEvent *blocked = concurrent->threads.data[i].blocked
                                        ? &concurrent->trace->events.data[concurrent->threads.data[i].blocked - 1]
                                        : NULL;
        if (blocked && blocked->pending == EVENT_semaphore_wait)
            map_insert(&splitter.semaphores, blocked->address);
    }
    for (EventId i = 0; i < concurrent->events.count && !concurrent_trace_stopped(concurrent); i++) {
        const TraceEvent *recorded = concurrent_trace_recorded(concurrent, i);
        if (event_kind_accesses(recorded->kind)) {
            if (recorded->size && recorded->size <= 8)
                split_access(&splitter, i, recorded);
        } else if (is_semaphore_operation(recorded->kind) || recorded->kind == EVENT_sync_init ||
                   recorded->kind == EVENT_lock_failed) {
            add_semaphore_access(&splitter, i, recorded);
        }
    }
    link_accesses(concurrent);
    find_fresh_cells(concurrent);
    map_free(&splitter.incarnations);
    vector_free(&splitter.starts);
    cuts_free(&splitter.cuts);
    map_free(&splitter.cells);
    map_free(&splitter.semaphores);
}
