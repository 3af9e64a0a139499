// At such a place every thread that has not ended is blocked, or goes round by steps that only read, or write what may be
// there already. They are stuck if the rounds of all of those end as they began, from one and the same state. So for each of them, and each place
// of its rounds, a predicate relates the state in which a round began to the one that it has come to.
//
// A thread that idles is taken for one that waits: whether a loop looks at anything is not known here. Where a thread has
// stopped at a false assumption, the run is none.
#include "invariant/stuck.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/none.h"

// The places that a thread can come to from one of them by such steps, and that lead back to it.
typedef struct Rounds {
    uint32_t thread;
    VECTOR(uint32_t) places;
} Rounds;

static bool is_quiet(const PlaceWay *way, uint32_t thread)
{
    return way->is_void && way->thread == thread;
}

// Marks what can be come to; with `back`, what leads to the place instead.
static void mark_reached(const Places *places, uint32_t thread, bool *marked, bool back)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < places->places.count; i++) {
            const Place *place = &places->places.data[i];
            for (uint32_t j = 0; j < place->ways.count; j++) {
                const PlaceWay *way = &place->ways.data[j];
                bool *to = back ? &marked[i] : &marked[way->target];
                if (is_quiet(way, thread) && (back ? marked[way->target] : marked[i]) && !*to)
                    changed = *to = true;
            }
        }
    }
}

// Rounds of the thread through a place; there are none if `places` is empty.
static Rounds find_rounds(const Places *places, uint32_t place, uint32_t thread)
{
    Rounds rounds = {.thread = thread};
    uint32_t count = places->places.count;
    bool *after = memory_allocate_zeroed(count + 1), *before = memory_allocate_zeroed(count + 1);
    for (uint32_t i = 0; i < places->places.data[place].ways.count; i++) {
        const PlaceWay *way = &places->places.data[place].ways.data[i];
        if (is_quiet(way, thread))
            after[way->target] = true;
    }
    mark_reached(places, thread, after, false);
    before[place] = true;
    mark_reached(places, thread, before, true);
    for (uint32_t i = 0; i < count && after[place]; i++)
        if (after[i] && before[i])
            vector_push(&rounds.places, i);
    free(after);
    free(before);
    return rounds;
}

typedef struct AllRounds {
    Rounds threads[HORN_BODY]; // of those that go round; if there are more, some of them do
    uint32_t count;
} AllRounds;

static void free_rounds(AllRounds *rounds)
{
    for (uint32_t i = 0; i < rounds->count; i++)
        vector_free(&rounds->threads[i].places);
    rounds->count = 0;
}

// Whether nobody may get on at the place.
static bool may_be_stuck(const Places *places, uint32_t index, AllRounds *rounds)
{
    const Machine *state = places->places.data[index].state;
    bool stuck = true;
    for (uint32_t i = 0; i < machine_thread_count(state) && stuck; i++) {
        if (machine_thread_finished(state, i))
            continue;
        if (machine_alternatives(state, i)) {
            Rounds its = find_rounds(places, index, i);
            stuck = its.places.count;
            if (stuck && rounds->count < HORN_BODY)
                rounds->threads[rounds->count++] = its;
            else
                vector_free(&its.places);
        } else if (machine_thread_waits(state, i) && machine_pending(state, i).kind == EVENT_assume) {
            stuck = false;
        }
    }
    if (!stuck)
        free_rounds(rounds);
    return rounds->count;
}

// --- Clauses

typedef struct Relation {
    const Places *places;
    Horn *horn;
    const Rounds *rounds;
    uint32_t head;               // where the rounds begin
    VECTOR(Term) before;         // symbols of the state in which a round began
    VECTOR(uint32_t) predicates; // one for each place of the rounds
} Relation;

static uint32_t round_predicate(const Relation *relation, uint32_t place)
{
    for (uint32_t i = 0; i < relation->rounds->places.count; i++)
        if (relation->rounds->places.data[i] == place)
            return relation->predicates.data[i];
    return NONE;
}

static void add_predicates(Relation *relation)
{
    const Place *head = &relation->places->places.data[relation->head];
    for (uint32_t i = 0; i < relation->rounds->places.count; i++) {
        const Place *place = &relation->places->places.data[relation->rounds->places.data[i]];
        VECTOR(uint32_t) widths = {0};
        for (uint32_t j = 0; j < head->variables.count; j++)
            vector_push(&widths, head->variables.data[j].width);
        for (uint32_t j = 0; j < place->variables.count; j++)
            vector_push(&widths, place->variables.data[j].width);
        vector_push(&relation->predicates, horn_add_predicate(relation->horn, widths.data, widths.count));
        vector_free(&widths);
    }
}

static void add_symbols(Relation *relation)
{
    const Place *head = &relation->places->places.data[relation->head];
    for (uint32_t i = 0; i < head->variables.count; i++)
        vector_push(&relation->before, term_symbol(relation->places->terms, head->variables.data[i].width, "before"));
}

// The state in which the round began: that at the place itself, if it begins now.
static void push_before(const Relation *relation, bool begins, TermList *arguments)
{
    const Place *head = &relation->places->places.data[relation->head];
    for (uint32_t i = 0; i < head->variables.count; i++)
        vector_push(arguments, begins ? head->variables.data[i].symbol : relation->before.data[i]);
}

static void push_variables(const Place *place, TermList *arguments)
{
    for (uint32_t i = 0; i < place->variables.count; i++)
        vector_push(arguments, place->variables.data[i].symbol);
}

// The state that a round, begun or about to begin, has come to.
static HornAtom round_at(const Relation *relation, uint32_t index, bool begins)
{
    HornAtom atom = {.predicate = begins ? index : round_predicate(relation, index)};
    if (!begins)
        push_before(relation, false, &atom.arguments);
    push_variables(&relation->places->places.data[index], &atom.arguments);
    return atom;
}

static void add_steps(const Relation *relation, uint32_t from, bool begins)
{
    const Place *place = &relation->places->places.data[from];
    for (uint32_t i = 0; i < place->ways.count; i++) {
        const PlaceWay *way = &place->ways.data[i];
        if (!is_quiet(way, relation->rounds->thread) || round_predicate(relation, way->target) == NONE)
            continue;
        HornClause clause = {.body = {round_at(relation, from, begins)},
                             .body_count = 1,
                             .condition = way->condition,
                             .head.predicate = round_predicate(relation, way->target)};
        push_before(relation, begins, &clause.head.arguments);
        for (uint32_t j = 0; j < relation->places->places.data[way->target].variables.count; j++)
            vector_push(&clause.head.arguments, place_way_content(relation->places, way, j));
        horn_add_clause(relation->horn, clause);
    }
}

// A round that has ended as it began, in the state that `before` stands for.
static HornAtom round_for_nothing(const Relation *relation)
{
    HornAtom atom = {.predicate = round_predicate(relation, relation->head)};
    push_before(relation, false, &atom.arguments);
    push_before(relation, false, &atom.arguments);
    return atom;
}

static void add_rounds(const Places *places, Horn *horn, const AllRounds *rounds, uint32_t head, uint64_t about)
{
    HornClause all = {.condition = term_boolean(places->terms, true), .head.predicate = HORN_NO_HEAD, .about = about};
    Relation relation = {.places = places, .horn = horn, .head = head};
    add_symbols(&relation);
    for (uint32_t i = 0; i < rounds->count; i++) {
        relation.rounds = &rounds->threads[i];
        relation.predicates.count = 0;
        add_predicates(&relation);
        add_steps(&relation, head, true);
        for (uint32_t j = 0; j < relation.rounds->places.count; j++)
            add_steps(&relation, relation.rounds->places.data[j], false);
        all.body[all.body_count++] = round_for_nothing(&relation);
    }
    horn_add_clause(horn, all);
    vector_free(&relation.before);
    vector_free(&relation.predicates);
}

void stuck_add_clauses(const Places *places, Horn *horn)
{
    for (uint32_t i = 0; i < places->places.count; i++) {
        AllRounds rounds = {.count = 0};
        if (!may_be_stuck(places, i, &rounds))
            continue;
        uint32_t position = machine_thread_position(places->places.data[i].state, rounds.threads[0].thread);
        add_rounds(places, horn, &rounds, i, excluded_violation(PROPERTY_DEADLOCK, position));
        free_rounds(&rounds);
    }
}
