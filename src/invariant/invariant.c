// Proofs for any number of rounds: an invariant for each place of the program (places.h), that is, a predicate about its
// variables that holds when the place is come to, and from which no way violates anything. Horn clauses say that the
// invariants are kept by every way (guess.h).
#include <stdlib.h>

#include "base/memory.h"
#include "invariant/crowd.h"
#include "invariant/guess.h"
#include "invariant/stuck.h"

static HornAtom atom_at(const Places *places, uint32_t index)
{
    const Place *place = &places->places.data[index];
    HornAtom atom = {.predicate = index};
    for (uint32_t i = 0; i < place->variables.count; i++)
        vector_push(&atom.arguments, place->variables.data[i].symbol);
    return atom;
}

static HornAtom atom_after(const Places *places, const PlaceWay *way)
{
    HornAtom atom = {.predicate = HORN_NO_HEAD};
    if (way->end != WAY_LEADS_ON)
        return atom;
    atom.predicate = way->target;
    for (uint32_t i = 0; i < places->places.data[way->target].variables.count; i++)
        vector_push(&atom.arguments, place_way_content(places, way, i));
    return atom;
}

static HornAtom guest_atom(uint32_t place, const Term *variables, uint32_t count)
{
    HornAtom atom = {.predicate = place};
    for (uint32_t i = 0; i < count; i++)
        vector_push(&atom.arguments, variables[i]);
    return atom;
}

// From the beginning of the program if `from` is UINT32_MAX.
static void add_way(const Places *places, Horn *horn, uint32_t from, const PlaceWay *way)
{
    if (way->end == WAY_ENDS)
        return;
    HornClause clause = {.condition = way->condition,
                         .head = atom_after(places, way),
                         .about = excluded_violation(way->property, way->position)};
    if (from != UINT32_MAX)
        clause.body[clause.body_count++] = atom_at(places, from);
    if (way->guest_place != NO_PLACE)
        clause.body[clause.body_count++] =
            guest_atom(way->guest_place, way->guest_variables.data, way->guest_variables.count);
    horn_add_clause(horn, clause);
}

static void add_predicate(const Place *place, Horn *horn)
{
    VECTOR(uint32_t) widths = {0};
    for (uint32_t i = 0; i < place->variables.count; i++)
        vector_push(&widths, place->variables.data[i].width);
    horn_add_predicate(horn, widths.data, widths.count);
    vector_free(&widths);
}

static void add_race(const Places *places, Horn *horn, uint32_t index)
{
    Violation race;
    if (!(places->task->machine.properties & PROPERTY_BIT(PROPERTY_RACE)) ||
        !machine_find_race(places->places.data[index].state, &race))
        return;
    horn_add_clause(horn, (HornClause){.body = {atom_at(places, index)},
                                       .body_count = 1,
                                       .condition = term_boolean(places->terms, true),
                                       .head.predicate = HORN_NO_HEAD,
                                       .about = excluded_violation(PROPERTY_RACE, race.position)});
}

// Two of the crowd.
static void add_crowd_race(Places *places, Horn *horn, uint32_t index, uint32_t guest_index)
{
    CrowdPair pair;
    Violation race;
    if (machine_watched_thread(places->places.data[index].state) == NO_THREAD ||
        !crowd_pair(places, index, guest_index, &pair))
        return;
    if (machine_find_race(pair.state, &race)) {
        const Situation *situation = &pair.situation;
        HornClause clause = {.body = {atom_at(places, index), guest_atom(guest_index, situation->guest_variables,
                                                                         situation->guest_variable_count)},
                             .body_count = 2,
                             .condition = situation->given,
                             .head.predicate = HORN_NO_HEAD,
                             .about = excluded_violation(PROPERTY_RACE, race.position)};
        horn_add_clause(horn, clause);
    }
    crowd_pair_free(&pair);
}

static void add_crowd_races(Places *places, Horn *horn)
{
    if (!places->options.crowd || !(places->task->machine.properties & PROPERTY_BIT(PROPERTY_RACE)))
        return;
    for (uint32_t i = 0; i < places->places.count; i++)
        for (uint32_t j = 0; j < places->places.count; j++)
            add_crowd_race(places, horn, i, j);
}

static void add_clauses(Places *places, Horn *horn)
{
    for (uint32_t i = 0; i < places->places.count; i++)
        add_predicate(&places->places.data[i], horn);
    for (uint32_t i = 0; i < places->beginnings.count; i++)
        add_way(places, horn, UINT32_MAX, &places->beginnings.data[i]);
    for (uint32_t i = 0; i < places->places.count; i++) {
        const Place *place = &places->places.data[i];
        for (uint32_t j = 0; j < place->ways.count; j++)
            add_way(places, horn, i, &place->ways.data[j]);
        for (uint32_t j = 0; j < place->guest_ways.count; j++)
            add_way(places, horn, i, &place->guest_ways.data[j]);
        add_race(places, horn, i);
    }
    add_crowd_races(places, horn);
}

static void note_failure(const Places *places, uint64_t about, Coverage *coverage)
{
    const Program *program = places->task->program;
    const Position *position = &program->positions.data[(uint32_t)about];
    if (position->line)
        coverage_note_unknown(coverage, "no invariant was found that excludes a violation of %s at %s:%u",
                              property_name((Property)(about >> 32)), program->files.data[position->file],
                              position->line);
    else
        coverage_note_unknown(coverage, "%s",
                              places->unmodelled.length ? text_string(&places->unmodelled) : "no invariant was found");
}

static void prove(Places *places, Findings *findings)
{
    Horn horn;
    horn_init(&horn, places->terms);
    double started = clock_now();
    add_clauses(places, &horn);
    bool deadlocks = (places->task->machine.properties & PROPERTY_BIT(PROPERTY_DEADLOCK)) != 0;
    if (deadlocks && places->options.crowd) {
        const char *reason = crowd_may_deadlock(places);
        if (reason)
            coverage_note_unknown(&findings->coverage, "%s", reason);
    } else if (deadlocks) {
        places_note_void(places);
        stuck_add_clauses(places, &horn);
    }
    findings->statistics.encode_s += clock_now() - started;
    started = clock_now();
    uint32_t open;
    if (guess_invariants(&horn, places->task->limits, &open) == GUESS_FAILS)
        note_failure(places, horn.clauses.data[open].about, &findings->coverage);
    findings->statistics.solver_s += clock_now() - started;
    horn_free(&horn);
}

static void search_invariants(const EngineTask *task, Findings *findings)
{
    if (task->machine.properties & PROPERTY_BIT(PROPERTY_LEAK)) {
        coverage_note_unknown(&findings->coverage, "an invariant says nothing about leaks");
        return;
    }
    Places places;
    places_find(&places, task, &findings->coverage, &findings->statistics);
    if (places.crowd.positions.count && !limits_stop(task->limits))
        places_find_again(&places);
    findings->statistics.paths = places.places.count;
    if (places.reason.length)
        coverage_note_unknown(&findings->coverage, "%s", text_string(&places.reason));
    else if (!findings->coverage.escaped && !limits_stop(task->limits))
        prove(&places, findings);
    places_free(&places);
}

const Engine engine_invariant = {
    .name = "invariant",
    .summary = "proves by inductive invariants, for any number of rounds of a loop; finds no violations",
    .source =
        "Flanagan, Leino: Houdini, an Annotation Assistant for ESC/Java; Karr: Affine Relationships Among Variables",
    .in_short = "all rounds",
    .inputs = ENGINE_INPUTS_ALL,
    .never_finds = true,
    .search = search_invariants,
};
