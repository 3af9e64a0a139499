// A vector clock per thread and per synchronisation object; per byte of memory the last write and the last read of
// each thread since then, as epochs (thread, time), after FastTrack (Flanagan and Freund, PLDI 2009). An access
// races with an earlier one whose time its thread has not heard of.
//
// Only accesses since the last write are kept: whoever is ordered after a write is ordered after all it was ordered
// after. The detector stops at the first race, because what follows one may be its consequence.
#include "trace/race.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"
#include "base/vector.h"

enum { GRANULE_SIZE = 8 };

// Times by thread; threads beyond the end have time 0.
typedef VECTOR(uint32_t) Clock;

typedef struct Access {
    uint32_t thread;
    uint32_t time; // 0: no access
    uint32_t position;
    bool atomic;
} Access;

typedef struct ReadNode {
    Access access;
    uint32_t next; // index into `reads`, 0: none
} ReadNode;

typedef struct Cell {
    Access write;
    uint32_t reads; // index into `reads`, 0: none
} Cell;

typedef struct Granule {
    Cell cells[GRANULE_SIZE];
} Granule;

// What a synchronisation object passes on. `released` reaches everyone who acquires it; `readers` only writers of a
// read-write lock; `gathering` becomes part of `released` when the first thread leaves a barrier.
typedef struct Channel {
    Clock released;
    Clock readers;
    Clock gathering;
    VECTOR(uint32_t) gathered; // threads that arrived and have not left
    bool held_for_writing;
    uint32_t writer;
} Channel;

struct RaceDetector {
    VECTOR(Clock) threads;
    VECTOR(Channel) channels;
    Map channel_by_address; // to index + 1
    Map atomic_by_address;  // to index + 1: atomic variables have channels of their own
    Clock section;          // of the atomic sections
    Map inside;             // threads that are in one
    Map granule_by_address; // address / GRANULE_SIZE to index + 1
    VECTOR(Granule) granules;
    VECTOR(ReadNode) reads; // 0 is unused
    uint32_t free_read;     // list of unused nodes
    bool found;
    RaceReport report;
};

RaceDetector *race_detector_create(void)
{
    RaceDetector *detector = memory_allocate_zeroed(sizeof *detector);
    vector_resize(&detector->reads, 1);
    return detector;
}

static void channel_clear(Channel *channel)
{
    vector_free(&channel->released);
    vector_free(&channel->readers);
    vector_free(&channel->gathering);
    vector_free(&channel->gathered);
    channel->held_for_writing = false;
}

void race_detector_free(RaceDetector *detector)
{
    if (!detector)
        return;
    for (uint32_t i = 0; i < detector->threads.count; i++)
        vector_free(&detector->threads.data[i]);
    for (uint32_t i = 0; i < detector->channels.count; i++)
        channel_clear(&detector->channels.data[i]);
    vector_free(&detector->threads);
    vector_free(&detector->channels);
    vector_free(&detector->section);
    vector_free(&detector->granules);
    vector_free(&detector->reads);
    map_free(&detector->channel_by_address);
    map_free(&detector->atomic_by_address);
    map_free(&detector->granule_by_address);
    map_free(&detector->inside);
    free(detector);
}

static uint32_t clock_time(const Clock *clock, uint32_t thread)
{
    return thread < clock->count ? clock->data[thread] : 0;
}

static void clock_join(Clock *into, const Clock *from)
{
    if (into->count < from->count)
        vector_resize(into, from->count);
    for (uint32_t i = 0; i < from->count; i++)
        if (from->data[i] > into->data[i])
            into->data[i] = from->data[i];
}

static Clock *thread_clock(RaceDetector *detector, uint32_t thread)
{
    if (thread >= detector->threads.count)
        vector_resize(&detector->threads, thread + 1);
    Clock *clock = &detector->threads.data[thread];
    if (!clock_time(clock, thread)) {
        if (clock->count <= thread)
            vector_resize(clock, thread + 1);
        clock->data[thread] = 1;
    }
    return clock;
}

static Channel *find_channel(RaceDetector *detector, Map *map, uint64_t address)
{
    uint64_t *index = map_insert(map, address);
    if (!*index) {
        vector_push(&detector->channels, (Channel){0});
        *index = detector->channels.count;
    }
    return &detector->channels.data[*index - 1];
}

// What the thread did so far is ordered before what acquires `clock` later; what it does next is not.
static void release(RaceDetector *detector, uint32_t thread, Clock *clock)
{
    Clock *own = thread_clock(detector, thread);
    clock_join(clock, own);
    own->data[thread]++;
}

static void acquire(RaceDetector *detector, uint32_t thread, const Clock *clock)
{
    clock_join(thread_clock(detector, thread), clock);
}

static void free_reads(RaceDetector *detector, Cell *cell)
{
    while (cell->reads) {
        ReadNode *node = &detector->reads.data[cell->reads];
        uint32_t next = node->next;
        node->next = detector->free_read;
        detector->free_read = cell->reads;
        cell->reads = next;
    }
}

static uint32_t add_read(RaceDetector *detector, Access access, uint32_t next)
{
    uint32_t index = detector->free_read;
    if (index) {
        detector->free_read = detector->reads.data[index].next;
    } else {
        index = detector->reads.count;
        vector_resize(&detector->reads, index + 1);
    }
    detector->reads.data[index] = (ReadNode){access, next};
    return index;
}

static bool races(const Clock *clock, const Access *earlier, const Access *later)
{
    return earlier->time && earlier->thread != later->thread && !(earlier->atomic && later->atomic) &&
           earlier->time > clock_time(clock, earlier->thread);
}

static void report_race(RaceDetector *detector, const Access *earlier, bool earlier_writes, const Event *event)
{
    detector->found = true;
    detector->report = (RaceReport){
        .first_thread = earlier->thread,
        .first_position = earlier->position,
        .second_thread = event->thread,
        .second_position = event->position,
        .address = event->address,
        .size = event->size,
        .first_writes = earlier_writes,
        .second_writes = event->kind != EVENT_read,
    };
}

static void check_cell(RaceDetector *detector, Cell *cell, const Clock *clock, const Access *access, const Event *event)
{
    if (races(clock, &cell->write, access)) {
        report_race(detector, &cell->write, true, event);
        return;
    }
    if (event->kind == EVENT_read) {
        for (uint32_t i = cell->reads; i; i = detector->reads.data[i].next) {
            if (detector->reads.data[i].access.thread == access->thread) {
                detector->reads.data[i].access = *access;
                return;
            }
        }
        cell->reads = add_read(detector, *access, cell->reads);
        return;
    }
    for (uint32_t i = cell->reads; i; i = detector->reads.data[i].next) {
        if (races(clock, &detector->reads.data[i].access, access)) {
            report_race(detector, &detector->reads.data[i].access, false, event);
            return;
        }
    }
    free_reads(detector, cell);
    cell->write = *access;
}

static void check_access(RaceDetector *detector, const Event *event)
{
    const Clock *clock = thread_clock(detector, event->thread);
    const uint64_t *inside = map_find(&detector->inside, event->thread);
    bool atomic = event->atomic || (inside && *inside);
    Access access = {event->thread, clock->data[event->thread], event->position, atomic};
    uint64_t left = event->size;
    for (uint64_t address = event->address; left && !detector->found;) {
        uint64_t *index = map_insert(&detector->granule_by_address, address / GRANULE_SIZE);
        if (!*index) {
            vector_resize(&detector->granules, detector->granules.count + 1);
            *index = detector->granules.count;
        }
        Granule *granule = &detector->granules.data[*index - 1];
        for (uint32_t byte = address % GRANULE_SIZE; byte < GRANULE_SIZE && left && !detector->found; byte++) {
            check_cell(detector, &granule->cells[byte], clock, &access, event);
            address++;
            left--;
        }
    }
}

static void forget_bytes(RaceDetector *detector, uint64_t granule_address, uint64_t granule_index, uint64_t start,
                         uint64_t end)
{
    Granule *granule = &detector->granules.data[granule_index];
    for (uint32_t byte = 0; byte < GRANULE_SIZE; byte++) {
        uint64_t address = granule_address * GRANULE_SIZE + byte;
        if (address >= start && address < end) {
            free_reads(detector, &granule->cells[byte]);
            granule->cells[byte].write = (Access){0};
        }
    }
}

// A block from malloc is new, whoever used its bytes before: malloc and free order that themselves.
static void forget_range(RaceDetector *detector, uint64_t start, uint64_t size)
{
    if (!size)
        return;
    const Map *map = &detector->granule_by_address;
    uint64_t first = start / GRANULE_SIZE, last = (start + size - 1) / GRANULE_SIZE;
    if (last - first < map->capacity) {
        for (uint64_t granule = first; granule <= last; granule++) {
            const uint64_t *index = map_find(map, granule);
            if (index)
                forget_bytes(detector, granule, *index - 1, start, start + size);
        }
        return;
    }
    for (uint32_t i = 0; i < map->capacity; i++) {
        const MapEntry *entry = &map->entries[i];
        if (entry->used && entry->key >= first && entry->key <= last)
            forget_bytes(detector, entry->key, entry->value - 1, start, start + size);
    }
}

static void access_memory(RaceDetector *detector, const Event *event)
{
    if (!event->atomic) {
        check_access(detector, event);
        return;
    }
    Channel *channel = find_channel(detector, &detector->atomic_by_address, event->address);
    acquire(detector, event->thread, &channel->released);
    check_access(detector, event);
    release(detector, event->thread, &channel->released);
}

static void arrive_at_barrier(RaceDetector *detector, uint32_t thread, Channel *channel)
{
    vector_push(&channel->gathered, thread);
    release(detector, thread, &channel->gathering);
}

// A thread may be at the barrier again before the last one has left it: only the first to leave of those that gathered
// closes the round.
static void leave_barrier(RaceDetector *detector, uint32_t thread, Channel *channel)
{
    for (uint32_t i = 0; i < channel->gathered.count; i++) {
        if (channel->gathered.data[i] == thread) {
            clock_join(&channel->released, &channel->gathering);
            channel->gathering.count = 0;
            channel->gathered.count = 0;
            break;
        }
    }
    acquire(detector, thread, &channel->released);
}

static void unlock_read_write(RaceDetector *detector, uint32_t thread, Channel *channel)
{
    if (channel->held_for_writing && channel->writer == thread) {
        channel->held_for_writing = false;
        release(detector, thread, &channel->released);
    } else {
        release(detector, thread, &channel->readers);
    }
}

static void create_thread(RaceDetector *detector, uint32_t parent, uint32_t child)
{
    if (child == NO_THREAD)
        return;
    thread_clock(detector, child);
    // Both clocks are looked up after the vector has grown for both.
    thread_clock(detector, parent);
    release(detector, parent, thread_clock(detector, child));
}

static void join_thread(RaceDetector *detector, uint32_t thread, uint32_t other)
{
    if (other == NO_THREAD)
        return;
    thread_clock(detector, other);
    thread_clock(detector, thread);
    acquire(detector, thread, thread_clock(detector, other));
}

static void synchronise(RaceDetector *detector, const Event *event)
{
    uint32_t thread = event->thread;
    Map *map = &detector->channel_by_address;
    Channel *channel = find_channel(detector, map, event->address);
    switch (event->kind) {
    case EVENT_wake:
        if (!event->value && !event->unsignalled)
            acquire(detector, thread, &channel->released);
        return;
    case EVENT_wait:
        release(detector, thread, &find_channel(detector, map, event->value)->released);
        return;
    case EVENT_write_lock:
        acquire(detector, thread, &channel->released);
        acquire(detector, thread, &channel->readers);
        channel->held_for_writing = true;
        channel->writer = thread;
        return;
    case EVENT_rwlock_unlock:
        unlock_read_write(detector, thread, channel);
        return;
    case EVENT_barrier_arrive:
        arrive_at_barrier(detector, thread, channel);
        return;
    case EVENT_barrier_leave:
        leave_barrier(detector, thread, channel);
        return;
    case EVENT_sync_destroy:
        channel_clear(channel);
        return;
    default:
        if (event_kind_acquires(event->kind))
            acquire(detector, thread, &channel->released);
        if (event_kind_releases(event->kind))
            release(detector, thread, &channel->released);
        return;
    }
}

void race_detector_event(RaceDetector *detector, const Event *event)
{
    if (detector->found)
        return;
    switch (event->kind) {
    case EVENT_read:
    case EVENT_write:
    case EVENT_update:
        access_memory(detector, event);
        return;
    case EVENT_create:
        create_thread(detector, event->thread, event->other);
        return;
    case EVENT_join:
        join_thread(detector, event->thread, event->other);
        return;
    case EVENT_atomic_begin:
        acquire(detector, event->thread, &detector->section);
        *map_insert(&detector->inside, event->thread) = 1;
        return;
    case EVENT_atomic_end:
        release(detector, event->thread, &detector->section);
        *map_insert(&detector->inside, event->thread) = 0;
        return;
    case EVENT_allocate:
        forget_range(detector, event->address, event->value);
        return;
    default:
        if (event->address)
            synchronise(detector, event);
        return;
    }
}

bool race_detector_found(const RaceDetector *detector, RaceReport *out)
{
    if (detector->found)
        *out = detector->report;
    return detector->found;
}
