// What goes by itself after a decision is negated: locals and thread-local variables.
//
// What a thread does after such a decision is not known. It may be to return or to end, without any operation before
// which others could come: then what it lent to others is gone, and so is what those lent that wait for its end,
// because they go on by themselves. A solution knows nothing of that, and must not have a use of it after the decision.
//
// Nothing is lost by that. In the execution that is looked for (doc/mpc.md, "Why nothing is missed") nobody leaves the
// path before the last step, and all others have done before it what they do. Few solutions have such a use, so it is
// excluded where one has.
#include <stdlib.h>

#include "base/memory.h"
#include "base/none.h"
#include "paths/item_exploration.h"

// Others use what goes with the owner.
typedef struct Lent {
    EventId use;
    uint32_t owner;
} Lent;

typedef VECTOR(bool) FlagList;

struct Lives {
    VECTOR(Lent) lent;
    VECTOR(FlagList) followers; // by thread: itself, and those that go on if it ends
    FlagList happened;          // by event, in the solution at hand
    VECTOR(uint32_t) places;    // by event: in the order of the solution, from 1; 0: it is not executed
    EventList execution;
};

static void list_lent(const ItemExploration *exploration, Lives *lives)
{
    const ConcurrentTrace *concurrent = exploration->concurrent;
    for (EventId i = 0; i < concurrent->events.count; i++) {
        uint64_t address = concurrent_trace_recorded(concurrent, i)->address;
        uint32_t owner = address ? machine_mortal_owner(exploration->run.guided.machine, address) : NO_THREAD;
        if (owner < concurrent->threads.count && owner != concurrent->events.data[i].thread)
            vector_push(&lives->lent, (Lent){i, owner});
    }
}

static bool add_follower(FlagList *set, uint32_t joining, uint32_t joined)
{
    if (joined >= set->count || !set->data[joined] || set->data[joining])
        return false;
    return set->data[joining] = true;
}

// Those that join a thread of the set, or waited for that when the run ended.
static bool extend_followers(const ConcurrentTrace *concurrent, FlagList *set)
{
    bool extended = false;
    for (EventId i = 0; i < concurrent->events.count; i++)
        if (concurrent->events.data[i].kind == EVENT_join)
            extended |=
                add_follower(set, concurrent->events.data[i].thread, concurrent_trace_recorded(concurrent, i)->other);
    for (uint32_t i = 0; i < concurrent->threads.count; i++) {
        uint32_t blocked = concurrent->threads.data[i].blocked;
        const TraceEvent *event = blocked ? &concurrent->trace->events.data[blocked - 1] : NULL;
        if (event && event->kind == EVENT_blocked && event->pending == EVENT_join)
            extended |= add_follower(set, i, event->other);
    }
    return extended;
}

static void find_followers(const ConcurrentTrace *concurrent, Lives *lives)
{
    vector_resize(&lives->followers, concurrent->threads.count);
    for (uint32_t i = 0; i < concurrent->threads.count; i++) {
        FlagList *set = &lives->followers.data[i];
        vector_resize(set, concurrent->threads.count);
        set->data[i] = true;
        while (extend_followers(concurrent, set))
            ;
    }
}

// Each condition gets a literal, so that a solution says whether it holds.
static void encode_conditions(ItemExploration *exploration)
{
    for (uint32_t i = 0; i < exploration->concurrent->threads.count; i++)
        for (uint32_t j = 0; j < exploration->concurrent->threads.data[i].conditions.count; j++)
            encoding_condition(exploration->encoding, exploration->concurrent->threads.data[i].conditions.data[j].term);
}

void explore_begin_lives(ItemExploration *exploration)
{
    Lives *lives = memory_allocate_zeroed(sizeof *lives);
    exploration->lives = lives;
    list_lent(exploration, lives);
    if (!lives->lent.count)
        return;
    find_followers(exploration->concurrent, lives);
    vector_resize(&lives->happened, exploration->concurrent->events.count);
    vector_resize(&lives->places, exploration->concurrent->events.count);
    encode_conditions(exploration);
}

void explore_end_lives(ItemExploration *exploration)
{
    Lives *lives = exploration->lives;
    for (uint32_t i = 0; i < lives->followers.count; i++)
        vector_free(&lives->followers.data[i]);
    vector_free(&lives->followers);
    vector_free(&lives->lent);
    vector_free(&lives->happened);
    vector_free(&lives->places);
    vector_free(&lives->execution);
    free(lives);
    exploration->lives = NULL;
}

// The first condition at the position that does not hold in the solution at hand; NONE: all do.
static uint32_t find_failing(ItemExploration *exploration, uint32_t thread, uint32_t position)
{
    const ConcurrentThread *own = &exploration->concurrent->threads.data[thread];
    for (uint32_t i = concurrent_trace_first_condition(own, position);
         i < own->conditions.count && own->conditions.data[i].position == position; i++)
        if (!encoding_holds(exploration->encoding,
                            encoding_condition(exploration->encoding, own->conditions.data[i].term)))
            return i;
    return NONE;
}

static bool needs_happened(const ItemExploration *exploration, EventId event)
{
    const ConcurrentTrace *concurrent = exploration->concurrent;
    for (uint32_t i = 0; i < concurrent->precedences.count; i++)
        if (concurrent->precedences.data[i].after == event &&
            !exploration->lives->happened.data[concurrent->precedences.data[i].before])
            return false;
    return true;
}

// Notes the events that are executed, and those that happen by themselves although the solution does not need them.
static void find_happened(ItemExploration *exploration)
{
    const ConcurrentTrace *concurrent = exploration->concurrent;
    Lives *lives = exploration->lives;
    encoding_read_execution(exploration->encoding, &lives->execution);
    for (EventId i = 0; i < concurrent->events.count; i++) {
        lives->happened.data[i] = false;
        lives->places.data[i] = 0;
    }
    for (uint32_t i = 0; i < lives->execution.count; i++) {
        lives->happened.data[lives->execution.data[i]] = true;
        lives->places.data[lives->execution.data[i]] = i + 1;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < concurrent->threads.count; i++)
            for (uint32_t j = 0; j < concurrent->threads.data[i].events.count; j++) {
                EventId event = concurrent->threads.data[i].events.data[j];
                if (lives->happened.data[event])
                    continue;
                if (!encoding_happens_by_itself(concurrent->events.data[event].kind) ||
                    !needs_happened(exploration, event) || find_failing(exploration, i, j) != NONE)
                    break;
                changed = lives->happened.data[event] = true;
            }
    }
}

// The condition at which the thread leaves the path in the solution at hand; NONE: it does not.
static uint32_t find_leaving(ItemExploration *exploration, uint32_t thread)
{
    const ConcurrentThread *own = &exploration->concurrent->threads.data[thread];
    uint32_t position = 0;
    while (position < own->events.count && exploration->lives->happened.data[own->events.data[position]])
        position++;
    if (!position)
        return NONE;
    uint32_t failing = find_failing(exploration, thread, position);
    if (failing == NONE)
        return NONE;
    EventKind kind = own->conditions.data[failing].kind;
    return kind == EVENT_branch || kind == EVENT_pin ? failing : NONE; // others stop it
}

// Excludes uses of what goes with the thread that the solution at hand has; false if it has none.
static bool exclude_late_uses(ItemExploration *exploration, uint32_t thread)
{
    Lives *lives = exploration->lives;
    bool refined = false;
    uint32_t leaving = find_leaving(exploration, thread);
    for (uint32_t i = 0; i < lives->lent.count && leaving != NONE; i++) {
        const Lent *lent = &lives->lent.data[i];
        if (lives->places.data[lent->use] && lives->followers.data[thread].data[lent->owner] &&
            exploration->concurrent->events.data[lent->use].thread != thread)
            refined |=
                encoding_use_before_leaving(exploration->encoding, lent->use, thread, leaving, lives->places.data);
    }
    return refined;
}

bool explore_refine_lives(ItemExploration *exploration)
{
    if (!exploration->lives->lent.count)
        return false;
    bool refined = false;
    find_happened(exploration);
    for (uint32_t i = 0; i < exploration->concurrent->threads.count && !refined; i++)
        refined = exclude_late_uses(exploration, i);
    return refined;
}
