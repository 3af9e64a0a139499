// Whether threads of a crowd might wait for each other for ever. They do not, if the locks are taken in an order, nobody
// ends with one, and either the first thread always goes on, and not only by reading and writing, or nobody waits for
// anything but locks, nor goes round by reading and writing.
#include "invariant/crowd.h"

// One lock is waited for while another one is held. The routine of pthread_once is as good as a lock: others wait for its
// end.
typedef struct LockEdge {
    uint64_t held, wanted;
} LockEdge;

typedef VECTOR(LockEdge) LockEdges;

typedef struct Waits {
    const Places *places;
    LockEdges edges;
    bool first_waits, other_waits; // other_waits: for something that is no lock
} Waits;

static void add_edge(LockEdges *edges, uint64_t held, uint64_t wanted)
{
    for (uint32_t i = 0; i < edges->count; i++)
        if (edges->data[i].held == held && edges->data[i].wanted == wanted)
            return;
    vector_push(edges, (LockEdge){held, wanted});
}

static void note_thread(Waits *waits, const Machine *machine, uint32_t thread)
{
    uint32_t guest = machine_guest(machine);
    bool has_ended = machine_thread_finished(machine, thread);
    waits->first_waits |= has_ended && !thread; // the others have to get on without it
    if (has_ended || (guest != NO_THREAD && thread == guest - 1))
        return;
    Pending pending = machine_pending(machine, thread);
    bool locks = event_kind_locks(pending.kind) || pending.kind == EVENT_once_begin;
    uint32_t count;
    const uint64_t *held = machine_locks_held(machine, thread, &count);
    for (uint32_t i = 0; locks && !pending.attempt && i < count; i++)
        add_edge(&waits->edges, held[i], pending.address);
    const uint64_t *begun = machine_once_begun(machine, thread, &count);
    for (uint32_t i = 0; locks && i < count; i++)
        add_edge(&waits->edges, begun[i], pending.address);
    // That others hold a lock to read is not seen.
    bool blocked = !machine_alternatives(machine, thread) || pending.kind == EVENT_write_lock;
    waits->first_waits |= blocked && !thread;
    waits->other_waits |= blocked && !locks;
}

static bool has_cycle_from(const LockEdges *edges, uint64_t first, uint64_t from, uint32_t depth)
{
    for (uint32_t i = 0; i < edges->count && depth <= edges->count; i++)
        if (edges->data[i].held == from &&
            (edges->data[i].wanted == first || has_cycle_from(edges, first, edges->data[i].wanted, depth + 1)))
            return true;
    return depth > edges->count;
}

static bool has_cycle(const LockEdges *edges)
{
    enum { FEW = 12 }; // who takes more locks while holding others is not looked at so closely
    for (uint32_t i = 0; i < edges->count && edges->count <= FEW; i++)
        if (has_cycle_from(edges, edges->data[i].held, edges->data[i].held, 0))
            return true;
    return edges->count > FEW;
}

// Whether a thread can go from place to place and come back, by steps that only read and write. 0: not looked at, 1:
// on the way, 2: no such way from there.
static bool idles_from(const Places *places, uint32_t index, bool first_only, uint8_t *state)
{
    if (state[index])
        return state[index] == 1;
    state[index] = 1;
    const Place *place = &places->places.data[index];
    for (uint32_t i = 0; i < place->ways.count; i++) {
        const PlaceWay *way = &place->ways.data[i];
        if (way->end == WAY_LEADS_ON && !way->acts && (!first_only || !way->thread) &&
            idles_from(places, way->target, first_only, state))
            return true;
    }
    state[index] = 2;
    return false;
}

static bool may_idle(const Places *places, bool first_only)
{
    VECTOR(uint8_t) state = {0};
    vector_resize(&state, places->places.count);
    bool idles = false;
    for (uint32_t i = 0; i < places->places.count && !idles; i++)
        idles = idles_from(places, i, first_only, state.data);
    vector_free(&state);
    return idles;
}

const char *crowd_may_deadlock(const Places *places)
{
    Waits waits = {.places = places};
    for (uint32_t i = 0; i < places->places.count; i++) {
        const Machine *state = places->places.data[i].state;
        for (uint32_t j = 0; j < machine_thread_count(state); j++)
            note_thread(&waits, state, j);
    }
    bool cycle = has_cycle(&waits.edges);
    vector_free(&waits.edges);
    if (cycle)
        return "no order of locks was found that excludes deadlocks";
    if (places->ended_with_lock)
        return "a thread may end with a lock";
    if ((!waits.first_waits && !may_idle(places, true)) || (!waits.other_waits && !may_idle(places, false)))
        return NULL;
    return "that threads without end do not wait for ever is not known";
}
