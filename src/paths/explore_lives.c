// What goes by itself behind a decision that is taken otherwise: locals and thread-local variables.
//
// What a thread does behind such a decision is not known. It may be to return or to end, without any operation before
// which others could come: then what it lent to others is gone, and so is what those lent that wait for its end,
// because they go on by themselves. A solution knows nothing of that, and must not have a use of it behind the decision.
//
// Nothing is lost by that. In the execution that is looked for (doc/mpc.md, "Why nothing is missed") nobody leaves the
// path before the last step, and all others have done before it what they do. Few solutions have such a use, so it is
// excluded where one has.
#include <stdlib.h>

#include "base/memory.h"
#include "paths/explore_state.h"

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

static void list_lent(const Search *search, Lives *lives)
{
    const ConcurrentTrace *concurrent = search->concurrent;
    for (EventId i = 0; i < concurrent->events.count; i++) {
        uint64_t address = concurrent_trace_recorded(concurrent, i)->address;
        uint32_t owner = address ? machine_mortal_owner(search->run.followed.machine, address) : NO_THREAD;
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

// Of all conditions there is a literal, so that a solution tells whether they hold.
static void encode_conditions(Search *search)
{
    for (uint32_t i = 0; i < search->concurrent->threads.count; i++)
        for (uint32_t j = 0; j < search->concurrent->threads.data[i].conditions.count; j++)
            encoding_condition(search->encoding, search->concurrent->threads.data[i].conditions.data[j].term);
}

void explore_begin_lives(Search *search)
{
    Lives *lives = memory_allocate_zeroed(sizeof *lives);
    search->lives = lives;
    list_lent(search, lives);
    if (!lives->lent.count)
        return;
    find_followers(search->concurrent, lives);
    vector_resize(&lives->happened, search->concurrent->events.count);
    vector_resize(&lives->places, search->concurrent->events.count);
    encode_conditions(search);
}

void explore_end_lives(Search *search)
{
    Lives *lives = search->lives;
    for (uint32_t i = 0; i < lives->followers.count; i++)
        vector_free(&lives->followers.data[i]);
    vector_free(&lives->followers);
    vector_free(&lives->lent);
    vector_free(&lives->happened);
    vector_free(&lives->places);
    vector_free(&lives->execution);
    free(lives);
    search->lives = NULL;
}

// The first condition at the position that does not hold in the solution at hand; UINT32_MAX: all do.
static uint32_t find_failing(Search *search, uint32_t thread, uint32_t position)
{
    const ConcurrentThread *own = &search->concurrent->threads.data[thread];
    for (uint32_t i = concurrent_trace_first_condition(own, position);
         i < own->conditions.count && own->conditions.data[i].position == position; i++)
        if (!encoding_holds(search->encoding, encoding_condition(search->encoding, own->conditions.data[i].term)))
            return i;
    return UINT32_MAX;
}

static bool needs_happened(const Search *search, EventId event)
{
    const ConcurrentTrace *concurrent = search->concurrent;
    for (uint32_t i = 0; i < concurrent->precedences.count; i++)
        if (concurrent->precedences.data[i].after == event &&
            !search->lives->happened.data[concurrent->precedences.data[i].before])
            return false;
    return true;
}

// Notes the events that are executed, or happen by themselves although nobody has looked.
static void find_happened(Search *search)
{
    const ConcurrentTrace *concurrent = search->concurrent;
    Lives *lives = search->lives;
    encoding_read_execution(search->encoding, &lives->execution);
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
                    !needs_happened(search, event) || find_failing(search, i, j) != UINT32_MAX)
                    break;
                changed = lives->happened.data[event] = true;
            }
    }
}

// The condition at which the thread leaves the path in the solution at hand; UINT32_MAX: it does not.
static uint32_t find_leaving(Search *search, uint32_t thread)
{
    const ConcurrentThread *own = &search->concurrent->threads.data[thread];
    uint32_t position = 0;
    while (position < own->events.count && search->lives->happened.data[own->events.data[position]])
        position++;
    if (!position)
        return UINT32_MAX;
    uint32_t failing = find_failing(search, thread, position);
    if (failing == UINT32_MAX)
        return UINT32_MAX;
    EventKind kind = own->conditions.data[failing].kind;
    return kind == EVENT_branch || kind == EVENT_pin ? failing : UINT32_MAX; // others stop it
}

// Whether it was seen to that nobody uses again what goes with the thread.
static bool keep_what_goes(Search *search, uint32_t thread)
{
    Lives *lives = search->lives;
    bool refined = false;
    uint32_t leaving = find_leaving(search, thread);
    for (uint32_t i = 0; i < lives->lent.count && leaving != UINT32_MAX; i++) {
        const Lent *lent = &lives->lent.data[i];
        if (lives->places.data[lent->use] && lives->followers.data[thread].data[lent->owner] &&
            search->concurrent->events.data[lent->use].thread != thread)
            refined |= encoding_use_before_leaving(search->encoding, lent->use, thread, leaving, lives->places.data);
    }
    return refined;
}

bool explore_refine_lives(Search *search)
{
    if (!search->lives->lent.count)
        return false;
    bool refined = false;
    find_happened(search);
    for (uint32_t i = 0; i < search->concurrent->threads.count && !refined; i++)
        refined = keep_what_goes(search, i);
    return refined;
}
