// Proofs for any number of rounds: an invariant for each place of the program (places.h), that is, a predicate about its
// variables that holds when the place is come to, and from which no way violates anything. Horn clauses say that the
// invariants are kept by every way (guess.h).
#include <stdlib.h>

#include "base/memory.h"
#include "invariant/counting.h"
#include "invariant/crowd.h"
#include "invariant/guess.h"
#include "invariant/show.h"
#include "invariant/stuck.h"

// From the beginning of the program if `from` is NO_PLACE.
static void add_way(const Counting *counting, Horn *horn, uint32_t from, const PlaceWay *way)
{
    if (way->end == WAY_ENDS)
        return;
    HornClause clause = {.condition = way->condition,
                         .head.predicate = HORN_NO_HEAD,
                         .about = excluded_violation(way->property, way->position)};
    if (way->end == WAY_LEADS_ON)
        clause.head = counting_atom_after(counting, from, way);
    if (from != NO_PLACE)
        clause.body[clause.body_count++] = counting_atom_at(counting, from);
    if (way->guest_place != NO_PLACE)
        clause.body[clause.body_count++] =
            counting_guest_atom(counting, way->guest_place, way->guest_variables.data, way->guest_variables.count);
    counting_assume_bounds(counting, from, way->guest_place, &clause);
    horn_add_clause(horn, clause);
}

static bool asks_for_races(const Places *places)
{
    return places->task->machine.properties & PROPERTY_BIT(PROPERTY_RACE);
}

static bool races_depend(const Places *places, const Machine *state, const PlaceVariable *variables, uint32_t count)
{
    Machine *symbolic = places_put_symbols(places, state, variables, count);
    bool depend = machine_races_depend(symbolic);
    machine_free(symbolic);
    return depend;
}

// Races are looked for in one state of each place: what is accessed next must be the same in all of them.
static bool races_depend_on_values(Places *places)
{
    bool depend = false;
    for (uint32_t i = 0; i < places->places.count && !depend; i++) {
        const Place *place = &places->places.data[i];
        depend = races_depend(places, place->state, place->variables.data, place->variables.count);
        for (uint32_t j = 0; j < places->places.count && places->options.crowd && !depend; j++) {
            CrowdPair pair;
            if (machine_watched_thread(places->places.data[i].state) == NO_THREAD || !crowd_pair(places, i, j, &pair))
                continue;
            depend = races_depend(places, pair.state, pair.variables.data, pair.variables.count);
            crowd_pair_free(&pair);
        }
    }
    return depend;
}

static void add_race(const Counting *counting, Horn *horn, uint32_t index)
{
    const Places *places = counting->places;
    Violation race;
    if (!asks_for_races(places) || !machine_find_race(places->places.data[index].state, &race))
        return;
    HornClause clause = {.body = {counting_atom_at(counting, index)},
                         .body_count = 1,
                         .condition = term_boolean(places->terms, true),
                         .head.predicate = HORN_NO_HEAD,
                         .about = excluded_violation(PROPERTY_RACE, race.position)};
    counting_assume_bounds(counting, index, NO_PLACE, &clause);
    horn_add_clause(horn, clause);
}

// Two of the crowd.
static void add_crowd_race(Places *places, const Counting *counting, Horn *horn, uint32_t index, uint32_t guest_index)
{
    CrowdPair pair;
    Violation race;
    if (machine_watched_thread(places->places.data[index].state) == NO_THREAD ||
        !crowd_pair(places, index, guest_index, &pair))
        return;
    if (machine_find_race(pair.state, &race)) {
        const Situation *situation = &pair.situation;
        HornClause clause = {.body = {counting_atom_at(counting, index),
                                      counting_guest_atom(counting, guest_index, situation->guest_variables,
                                                          situation->guest_variable_count)},
                             .body_count = 2,
                             .condition = situation->given,
                             .head.predicate = HORN_NO_HEAD,
                             .about = excluded_violation(PROPERTY_RACE, race.position)};
        counting_assume_bounds(counting, index, guest_index, &clause);
        horn_add_clause(horn, clause);
    }
    crowd_pair_free(&pair);
}

static void add_crowd_races(Places *places, const Counting *counting, Horn *horn)
{
    if (!places->options.crowd || !asks_for_races(places))
        return;
    for (uint32_t i = 0; i < places->places.count; i++)
        for (uint32_t j = 0; j < places->places.count; j++)
            add_crowd_race(places, counting, horn, i, j);
}

static void add_clauses(Places *places, Counting *counting, Horn *horn)
{
    for (uint32_t i = 0; i < places->places.count; i++)
        counting_add_predicate(counting, i, horn);
    counting_add_bounds(counting, horn);
    for (uint32_t i = 0; i < places->beginnings.count; i++)
        add_way(counting, horn, NO_PLACE, &places->beginnings.data[i]);
    for (uint32_t i = 0; i < places->places.count; i++) {
        const Place *place = &places->places.data[i];
        for (uint32_t j = 0; j < place->ways.count; j++)
            add_way(counting, horn, i, &place->ways.data[j]);
        for (uint32_t j = 0; j < place->guest_ways.count; j++)
            add_way(counting, horn, i, &place->guest_ways.data[j]);
        add_race(counting, horn, i);
    }
    add_crowd_races(places, counting, horn);
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

static bool is_shown(const Places *places)
{
    const Options *options = places->task->options;
    return options->show_invariant || options->witness;
}

// Whether invariants are found by which nothing is violated. If not, `about` is the first violation left.
static GuessResult try_to_prove(Places *places, Counting *counting, GuessDepth depth, Findings *findings,
                                uint64_t *about)
{
    Horn horn;
    horn_init(&horn, places->terms);
    double started = clock_now();
    add_clauses(places, counting, &horn);
    if (!places->options.crowd && (places->task->machine.properties & PROPERTY_BIT(PROPERTY_DEADLOCK)))
        stuck_add_clauses(places, &horn);
    findings->statistics.encode_s += clock_now() - started;
    started = clock_now();
    uint32_t open;
    FormulaLists kept = {0};
    GuessResult result = guess_invariants(&horn, depth, places->task->limits, &open, is_shown(places) ? &kept : NULL);
    if (result == GUESS_PROVES && kept.count)
        show_invariants(counting, &horn, &kept, &findings->proof);
    formula_lists_free(&kept);
    if (result == GUESS_FAILS)
        *about = horn.clauses.data[open].about;
    findings->statistics.solver_s += clock_now() - started;
    horn_free(&horn);
    return result;
}

static void find_counters(Places *places, Counting *counting)
{
    counting_find(counting, places);
    if (!counting->counters.count)
        return;
    Horn horn;
    horn_init(&horn, places->terms);
    add_clauses(places, counting, &horn);
    counting_drop_refuted(counting, &horn, places->task->limits);
    horn_free(&horn);
}

static void prove(Places *places, Findings *findings)
{
    const char *deadlock = NULL;
    bool asked = places->task->machine.properties & PROPERTY_BIT(PROPERTY_DEADLOCK);
    if (asked && places->options.crowd)
        deadlock = crowd_may_deadlock(places);
    if (asked && places->leaves_stuck)
        deadlock = "that nobody waits for ever beside a thread whose time limits run out is not known";
    if (deadlock) {
        coverage_note_unknown(&findings->coverage, "%s", deadlock);
        return;
    }
    if (asks_for_races(places) && races_depend_on_values(places)) {
        coverage_note_unknown(&findings->coverage, "what an atomic section or a call accesses depends on values");
        return;
    }
    places_note_void(places);
    uint64_t about = 0;
    Counting counting = {.places = places};
    GuessResult result = GUESS_FAILS;
    for (GuessDepth depth = DEPTH_EQUATIONS; depth < DEPTH_COUNT && result == GUESS_FAILS; depth++) {
        result = try_to_prove(places, &counting, depth, findings, &about);
        if (result == GUESS_FAILS && depth == DEPTH_EQUATIONS && places->options.crowd)
            find_counters(places, &counting);
    }
    if (result == GUESS_FAILS)
        note_failure(places, about, &findings->coverage);
    counting_free(&counting);
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
