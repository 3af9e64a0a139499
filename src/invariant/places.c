// How the ways are found: a step is done from a state of the place whose variables are symbols, with some values. What it
// depended on are conditions over the symbols. Then the solver is asked for values that do not fulfil the conditions of
// any way so far, and with these the step is done again, until there are no such values. A state that comes to a place
// known makes variables of all that differs there, and the place is looked at once more.
#include "invariant/places.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/none.h"
#include "invariant/crowd.h"
#include "invariant/linear.h"

enum {
    PLACE_LIMIT = 4000,
    WAY_LIMIT = 300,
    VARIABLE_LIMIT = 400,
    THREAD_LIMIT = 12,
    MANY_WAYS = 40,  // then it is asked what decides
    PICK_LIMIT = 24, // so many constants for one term are too many
};

// What a run of one step met.
typedef struct Trial {
    Places *places;
    TermList conditions;
    uint32_t created; // threads
    bool writes, acts;
} Trial;

// An input that a step may read.
typedef struct StepInput {
    uint32_t thread, index;
    Term symbol;
} StepInput;

// The values with which a step is done next.
typedef struct Proposal {
    VECTOR(uint64_t) values; // of the variables
    VECTOR(StepInput) inputs;
} Proposal;

void places_give_up(Places *places, const char *reason)
{
    if (!places->reason.length)
        text_append(&places->reason, reason);
}

bool places_are_over(Places *places)
{
    return places->reason.length || places->outdated || places->coverage->escaped || limits_stop(places->task->limits);
}

static void note_synchronisation(Places *places, uint64_t address)
{
    for (uint32_t i = 0; i < places->synchronisation.count; i++)
        if (places->synchronisation.data[i] == address)
            return;
    vector_push(&places->synchronisation, address);
    places->outdated = true;
}

static bool others_notice_event(EventKind kind)
{
    return event_kind_counts(kind) && kind != EVENT_read && kind != EVENT_fence && kind != EVENT_yield &&
           kind != EVENT_atomic_begin && kind != EVENT_atomic_end && kind != EVENT_lock_failed &&
           kind != EVENT_semaphore_read && kind != EVENT_use;
}

static bool is_of_crowd(const Machine *machine, uint32_t thread)
{
    return machine_guest(machine) != NO_THREAD &&
           (thread == machine_guest(machine) || thread == machine_watched_thread(machine));
}

static void note_event(void *context, const Machine *machine, const Event *event)
{
    Trial *trial = context;
    if (event_kind_is_condition(event->kind))
        vector_push(&trial->conditions, event->term);
    if (event_kind_synchronises(event->kind))
        note_synchronisation(trial->places, event->address);
    trial->writes |= others_notice_event(event->kind);
    trial->acts |= others_notice_event(event->kind) && !event_kind_accesses(event->kind);
    trial->created += event->kind == EVENT_create;
    if (event->kind == EVENT_publish && is_of_crowd(machine, event->thread))
        places_give_up(trial->places, "locals that threads without end share");
}

// --- Variables

static bool is_register(Location location)
{
    uint32_t thread, index;
    return location_is_register(location, &thread, &index);
}

Term places_symbol(Places *places, Location location, uint32_t width)
{
    uint64_t *symbol = map_insert(&places->symbols, hash_mix(location) + width);
    if (!*symbol)
        *symbol = term_symbol(places->terms, width, is_register(location) ? "r" : "m");
    return (Term)*symbol;
}

Machine *places_put_symbols(const Places *places, const Machine *state, const PlaceVariable *variables, uint32_t count)
{
    Machine *machine = machine_clone(state);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t value =
            term_constant_value(places->terms, machine_held(state, variables[i].location, variables[i].width));
        machine_put(machine, variables[i].location, variables[i].width, value, variables[i].symbol);
    }
    return machine;
}

typedef struct Comparison {
    Places *places;
    uint32_t place;
    const Machine *arrived;
} Comparison;

static uint32_t width_of_value(uint64_t value)
{
    return value >> 32 ? 64 : 32;
}

static PlaceVariable *find_variable(const Place *place, Location location)
{
    for (uint32_t i = 0; i < place->variables.count; i++)
        if (place->variables.data[i].location == location)
            return &place->variables.data[i];
    return NULL;
}

static void requeue(Places *places, uint32_t index)
{
    Place *place = &places->places.data[index];
    if (!place->waits)
        vector_push(&places->waiting, index);
    place->waits = true;
}

static void add_variable(Places *places, uint32_t index, Location location, uint32_t width)
{
    Place *place = &places->places.data[index];
    PlaceVariable *known = find_variable(place, location);
    if (known && known->width >= width)
        return;
    PlaceVariable variable = {location, width, places_symbol(places, location, width)};
    if (known)
        *known = variable;
    else
        vector_push(&place->variables, variable);
    if (place->variables.count > VARIABLE_LIMIT)
        places_give_up(places, "more variables than an invariant can be found for");
    requeue(places, index);
}

// A register is as wide as the terms that it holds; where all values are concrete, as wide as they need.
static uint32_t register_width(const Comparison *comparison, const Place *place, const PlaceVariable *known,
                               Location location)
{
    uint32_t width = machine_register_width(comparison->arrived, location);
    TermTable *terms = comparison->places->terms;
    uint64_t value = term_constant_value(terms, machine_held(place->state, location, 64));
    uint64_t arrived = width ? 0 : term_constant_value(terms, machine_held(comparison->arrived, location, 64));
    if (known && !width)
        return known->width < 64 && arrived >> known->width ? width_of_value(arrived) : known->width;
    if (!width)
        return width_of_value(value | arrived);
    return width < 64 && value >> width ? width_of_value(value) : width;
}

static void note_names(const Comparison *comparison, const Machine *machine, Location location)
{
    Location name;
    Places *places = comparison->places;
    if (places->options.reuse_threads && machine_may_name(machine, location, &name))
        places->has_lost_names |= !decisive_note(&places->names, machine, name, 64);
}

static void note_difference(void *context, Location location)
{
    const Comparison *comparison = context;
    Place *place = &comparison->places->places.data[comparison->place];
    note_names(comparison, place->state, location);
    note_names(comparison, comparison->arrived, location);
    if (is_register(location)) {
        const PlaceVariable *known = find_variable(place, location);
        add_variable(comparison->places, comparison->place, location,
                     register_width(comparison, place, known, location));
        return;
    }
    uint64_t start;
    uint32_t size;
    machine_find_cell(place->state, location, &start, &size);
    add_variable(comparison->places, comparison->place, start, size * 8);
}

static Term held_in(const Machine *machine, const PlaceVariable *variable)
{
    return machine_held(machine, variable->location, variable->width);
}

Term place_way_content(const Places *places, const PlaceWay *way, uint32_t index)
{
    const Place *target = &places->places.data[way->target];
    const PlaceVariable *variable = &target->variables.data[index];
    if (index >= way->contents.count)
        return held_in(target->state, variable);
    Term content = way->contents.data[index];
    return term_width(places->terms, content) < variable->width
               ? term_zero_extend(places->terms, content, variable->width)
               : content;
}

// --- Places

static uint32_t find_place(Places *places, const uint64_t key[2])
{
    for (uint32_t i = 0; i < places->places.count; i++)
        if (places->places.data[i].key[0] == key[0] && places->places.data[i].key[1] == key[1])
            return i;
    return NONE;
}

static void make_key(const Places *places, const Machine *state, uint64_t key[2])
{
    machine_control_fingerprint(state, places->synchronisation.data, places->synchronisation.count, key);
    decisive_hash(&places->decisive, state, key);
}

static void find_base(const Places *places, Place *place)
{
    Machine *base = machine_without_watched(place->state);
    make_key(places, base, place->base);
    machine_free(base);
}

static void check_watched(Places *places, const Machine *machine)
{
    uint32_t watched = machine_watched_thread(machine);
    const char *trouble = watched == NO_THREAD ? NULL : machine_thread_is_bound(machine, watched);
    if (trouble)
        places_give_up(places, trouble);
}

// The place of a state that a step led to. The state becomes one of those at the place.
static void arrive(Places *places, Machine *machine, Trial *trial, PlaceWay *way)
{
    decisive_pin(&places->decisive, places->terms, machine, &trial->conditions);
    Machine *state = machine_generalise(machine);
    uint64_t key[2];
    check_watched(places, machine);
    make_key(places, state, key);
    way->target = find_place(places, key);
    if (way->target == NONE) {
        way->target = places->places.count;
        vector_push(&places->places, (Place){.key = {key[0], key[1]}, .state = state});
        find_base(places, &vector_last(&places->places));
        requeue(places, way->target);
        if (places->places.count > PLACE_LIMIT)
            places_give_up(places, "more places than an invariant can be found for");
        if (machine_thread_count(machine) > THREAD_LIMIT)
            places_give_up(places, "more threads than an invariant can be found for");
    } else {
        machine_free(state);
    }
    Comparison comparison = {places, way->target, machine};
    machine_each_difference(places->places.data[way->target].state, machine, machine_thread_count(machine),
                            note_difference, &comparison);
    const Place *place = &places->places.data[way->target];
    for (uint32_t i = 0; i < place->variables.count; i++)
        vector_push(&way->contents, held_in(machine, &place->variables.data[i]));
}

// What a thread of the crowd has to leave is for others to see; nobody watches it any more.
static bool watched_has_ended(Places *places, const Machine *machine)
{
    uint32_t watched = machine_watched_thread(machine);
    if (watched == NO_THREAD || !machine_thread_finished(machine, watched))
        return false;
    uint32_t lock_count, once_count;
    machine_locks_held(machine, watched, &lock_count);
    machine_once_begun(machine, watched, &once_count);
    places->ended_with_lock |= lock_count || once_count;
    return true;
}

static void end_trial(Places *places, Machine *machine, const Situation *situation, Trial *trial, PlaceWay *way)
{
    way->writes = trial->writes;
    way->acts = trial->acts;
    places->leaves_stuck |= machine_leaves_stuck(machine);
    uint32_t threads = situation->place == NO_PLACE ? 1 : machine_thread_count(situation->state);
    places->reuses |= places->options.reuse_threads && trial->created > machine_thread_count(machine) - threads;
    if (machine_status(machine) != MACHINE_UNKNOWN) // which may never come
        coverage_add(places->coverage, machine);
    places->statistics->runs++;
    places->statistics->events += machine_event_count(machine);
    switch (machine_status(machine)) {
    case MACHINE_RUNNING:
        if (situation->guest_place != NO_PLACE) {
            const char *trouble = machine_thread_is_bound(machine, machine_guest(machine));
            if (trouble)
                places_give_up(places, trouble);
            machine_dismiss(machine);
        }
        if (watched_has_ended(places, machine)) {
            Machine *without = machine_without_watched(machine);
            arrive(places, without, trial, way);
            machine_free(without);
            way->end = WAY_ENDS;
        } else {
            arrive(places, machine, trial, way);
        }
        break;
    case MACHINE_VIOLATION:
        way->end = WAY_VIOLATES;
        way->property = machine_violation(machine)->property;
        way->position = machine_violation(machine)->position;
        break;
    case MACHINE_UNKNOWN:
        way->end = WAY_IS_UNKNOWN;
        if (!places->unmodelled.length)
            text_append(&places->unmodelled, machine_unknown_reason(machine));
        break;
    default:
        way->end = WAY_ENDS;
        break;
    }
    way->condition = situation->given;
    for (uint32_t i = 0; i < trial->conditions.count; i++)
        way->condition = term_and(places->terms, way->condition, trial->conditions.data[i]);
}

// --- What decides

// Terms that a step took to be a constant, each with each constant once.
typedef struct Picks {
    TermList terms, constants;
} Picks;

static void free_picks(Picks *picks)
{
    vector_free(&picks->terms);
    vector_free(&picks->constants);
}

static void add_pick(Picks *picks, Term term, Term constant)
{
    for (uint32_t i = 0; i < picks->terms.count; i++)
        if (picks->terms.data[i] == term && picks->constants.data[i] == constant)
            return;
    vector_push(&picks->terms, term);
    vector_push(&picks->constants, constant);
}

static void note_picks(const Places *places, const TermList *conditions, Picks *picks)
{
    const TermTable *terms = places->terms;
    for (uint32_t i = 0; i < conditions->count; i++) {
        if (term_kind(terms, conditions->data[i]) != TERM_equal)
            continue;
        Term left = term_operand(terms, conditions->data[i], 0), right = term_operand(terms, conditions->data[i], 1);
        if (term_is_constant(terms, left))
            add_pick(picks, right, left);
        else if (term_is_constant(terms, right))
            add_pick(picks, left, right);
    }
}

static Term most_picked(const Picks *picks, uint32_t *most)
{
    Term found = NO_TERM;
    *most = 0;
    for (uint32_t i = 0; i < picks->terms.count; i++) {
        uint32_t count = 0;
        for (uint32_t j = 0; j < picks->terms.count; j++)
            count += picks->terms.data[j] == picks->terms.data[i];
        if (count > *most)
            found = picks->terms.data[i];
        *most = count > *most ? count : *most;
    }
    return found;
}

// If it is because of what variables hold that there are so many ways, these become decisive.
static void find_decisive(Places *places, const Situation *situation, const Picks *picks)
{
    uint32_t count;
    Term term = most_picked(picks, &count);
    uint32_t before = places->decisive.count;
    for (uint32_t i = 0; i < situation->variable_count && count >= PICK_LIMIT; i++) {
        const PlaceVariable *variable = &situation->variables[i];
        if (term_mentions(places->terms, term, variable->symbol))
            decisive_note(&places->decisive, situation->state, variable->location, variable->width);
    }
    places->outdated |= places->decisive.count > before;
}

// --- Trying all ways

// The state, with the values of the proposal and their symbols, after the step.
static Machine *perform(Places *places, const Situation *situation, Choice choice, const Proposal *proposal,
                        Trial *trial)
{
    if (situation->place == NO_PLACE)
        return machine_create_observed(places->task->program, &places->options, note_event, trial);
    Machine *machine = machine_clone(situation->state);
    for (uint32_t i = 0; i < situation->variable_count; i++) {
        const PlaceVariable *variable = &situation->variables[i];
        machine_put(machine, variable->location, variable->width, proposal->values.data[i], variable->symbol);
    }
    machine_observe(machine, note_event, trial);
    machine_step(machine, choice);
    return machine;
}

static void note_inputs(Proposal *proposal, const Machine *machine)
{
    uint32_t count;
    const InputValue *inputs = machine_inputs(machine, &count);
    for (uint32_t i = 0; i < count; i++) {
        StepInput input = {.thread = inputs[i].thread, .symbol = inputs[i].symbol};
        bool known = !input.symbol;
        for (uint32_t j = 0; j < i; j++)
            input.index += inputs[j].thread == input.thread;
        for (uint32_t j = 0; j < proposal->inputs.count; j++)
            known |= proposal->inputs.data[j].symbol == input.symbol;
        if (!known)
            vector_push(&proposal->inputs, input);
    }
}

// Asks for values with which the step goes none of the ways so far; false if there are none.
static bool propose_others(Places *places, const Situation *situation, Solver *solver, Proposal *proposal)
{
    places->statistics->solver_calls++;
    SolveResult result = solver_solve(solver, NULL, 0);
    if (result == SOLVE_STOPPED)
        places_give_up(places, "a question to the solver was stopped");
    if (result != SOLVE_SATISFIED)
        return false;
    for (uint32_t i = 0; i < proposal->values.count; i++)
        proposal->values.data[i] =
            solver_symbol_value(solver, situation->variables[i].symbol, proposal->values.data[i]);
    places->plan.placed.count = 0;
    for (uint32_t i = 0; i < proposal->inputs.count; i++) {
        const StepInput *input = &proposal->inputs.data[i];
        vector_push(&places->plan.placed, (PlacedInput){.thread = input->thread,
                                                        .index = input->index,
                                                        .value = solver_symbol_value(solver, input->symbol, 0),
                                                        .open = true});
    }
    return true;
}

// Whether the place has got more variables than the values were proposed for.
static bool is_outgrown(const Places *places, uint32_t index)
{
    return index != NO_PLACE && places->places.data[index].waits;
}

static void begin_proposal(Places *places, const Situation *situation, Proposal *proposal)
{
    places->plan.placed.count = 0;
    for (uint32_t i = 0; i < situation->variable_count; i++)
        vector_push(&proposal->values,
                    term_constant_value(places->terms, held_in(situation->state, &situation->variables[i])));
}

// Values for which the given condition does not hold make no way.
static bool begins_well(Places *places, const Situation *situation, Solver *solver, Proposal *proposal)
{
    if (term_is_true(places->terms, situation->given))
        return true;
    solver_assert(solver, situation->given);
    return propose_others(places, situation, solver, proposal);
}

void places_find_ways(Places *places, const Situation *situation, Choice choice, PlaceWayList *out)
{
    Proposal proposal = {0};
    Picks picks = {0};
    Solver *solver = solver_create(places->terms, places->task->limits);
    begin_proposal(places, situation, &proposal);
    uint32_t count = 0;
    bool more = begins_well(places, situation, solver, &proposal);
    while (more) {
        Trial trial = {.places = places};
        PlaceWay way = {.target = NO_PLACE, .thread = choice.thread, .guest_place = situation->guest_place};
        for (uint32_t i = 0; i < situation->guest_variable_count; i++)
            vector_push(&way.guest_variables, situation->guest_variables[i]);
        Machine *machine = perform(places, situation, choice, &proposal, &trial);
        note_inputs(&proposal, machine);
        end_trial(places, machine, situation, &trial, &way);
        solver_assert(solver, term_not(places->terms, way.condition));
        vector_push(out, way);
        note_picks(places, &trial.conditions, &picks);
        machine_free(machine);
        vector_free(&trial.conditions);
        if (++count == MANY_WAYS)
            find_decisive(places, situation, &picks);
        if (count > WAY_LIMIT)
            places_give_up(places, "more ways through one step than an invariant can be found for");
        more = !places_are_over(places) && !is_outgrown(places, situation->place) &&
               !is_outgrown(places, situation->guest_place) && propose_others(places, situation, solver, &proposal);
    }
    solver_free(solver);
    free_picks(&picks);
    vector_free(&proposal.values);
    vector_free(&proposal.inputs);
}

void place_ways_free(PlaceWayList *ways)
{
    for (uint32_t i = 0; i < ways->count; i++) {
        vector_free(&ways->data[i].contents);
        vector_free(&ways->data[i].guest_variables);
    }
    ways->count = 0;
}

// The variables may grow while it is looked at, by a way that leads back to it: then it waits again.
static void look_at(Places *places, uint32_t index)
{
    Place *place = &places->places.data[index];
    place->waits = false;
    place_ways_free(&place->ways);
    const Machine *state = place->state;
    VECTOR(PlaceVariable) variables = {0};
    for (uint32_t i = 0; i < place->variables.count; i++)
        vector_push(&variables, place->variables.data[i]);
    Situation situation = {.place = index,
                           .state = state,
                           .variables = variables.data,
                           .variable_count = variables.count,
                           .given = term_boolean(places->terms, true),
                           .guest_place = NO_PLACE};
    PlaceWayList ways = place->ways; // empty, but for the room
    place->ways = (PlaceWayList){0};
    for (uint32_t i = 0; i < machine_thread_count(state) && !is_outgrown(places, index); i++)
        for (uint32_t j = 0; j < machine_alternatives(state, i) && !places_are_over(places); j++)
            if (!is_outgrown(places, index))
                places_find_ways(places, &situation, (Choice){i, j}, &ways);
    places->places.data[index].ways = ways;
    vector_free(&variables);
}

static void forget(Places *places)
{
    for (uint32_t i = 0; i < places->places.count; i++) {
        Place *place = &places->places.data[i];
        machine_free(place->state);
        vector_free(&place->variables);
        place_ways_free(&place->ways);
        place_ways_free(&place->guest_ways);
        vector_free(&place->ways);
        vector_free(&place->guest_ways);
    }
    place_ways_free(&places->beginnings);
    places->places.count = places->waiting.count = 0;
}

// Some functions of the library keep tables by the numbers of threads.
static bool may_reuse_threads(const Program *program)
{
    for (uint32_t i = 0; i < program->functions.count; i++)
        if (!strcmp(program->functions.data[i].name, "model_thread_number"))
            return false;
    return program->layout.pointer_bits == 64 && program->library_type_sizes[LIBRARY_TYPE_thread] >= 8;
}

static void make_options(Places *places)
{
    const InputPlan *given = places->task->machine.inputs;
    places->options = places->task->machine;
    places->options.terms = places->terms;
    places->options.input_symbols = &places->inputs;
    places->options.inputs = &places->plan;
    places->options.plain_branches = places->options.stop_at_rounds = places->options.refuse_interrupts = true;
    places->options.bounds = WITHOUT_BOUNDS;
    places->options.reuse_threads = may_reuse_threads(places->task->program);
    for (uint32_t i = 0; given && i < given->named.count; i++)
        vector_push(&places->plan.named, given->named.data[i]);
    if (given && given->ordered.count)
        places_give_up(places, "inputs given in their order");
}

static void find_all(Places *places)
{
    Situation beginning = {.place = NO_PLACE, .given = term_boolean(places->terms, true), .guest_place = NO_PLACE};
    do {
        places->outdated = false;
        forget(places);
        places_find_ways(places, &beginning, (Choice){0}, &places->beginnings);
        do {
            while (places->waiting.count && !places_are_over(places)) {
                uint32_t index = vector_pop(&places->waiting);
                look_at(places, index);
            }
            if (places->options.crowd && !places_are_over(places))
                crowd_find_ways(places);
        } while (places->waiting.count && !places_are_over(places));
        if (places->reuses && places->has_lost_names)
            places_give_up(places, "handles or addresses of locals that threads return");
        if (places->reuses && !places_are_over(places))
            places->outdated = decisive_add(&places->decisive, &places->names);
    } while (places->outdated && !places->reason.length);
}

static void note_site(Places *places, uint32_t site)
{
    for (uint32_t i = 0; i < places->crowd.positions.count; i++)
        if (places->crowd.positions.data[i] == site)
            return;
    vector_push(&places->crowd.positions, site);
}

// The calls that have created several threads.
static void note_sites(Places *places)
{
    for (uint32_t i = 0; i < places->places.count; i++) {
        const Machine *state = places->places.data[i].state;
        for (uint32_t j = 1; j < machine_thread_count(state); j++)
            for (uint32_t k = j + 1; k < machine_thread_count(state); k++)
                if (machine_creation_site(state, j) == machine_creation_site(state, k))
                    note_site(places, machine_creation_site(state, j));
    }
}

void places_find(Places *places, const EngineTask *task, Coverage *coverage, Statistics *statistics)
{
    *places = (Places){.task = task, .terms = terms_create(), .coverage = coverage, .statistics = statistics};
    make_options(places);
    find_all(places);
    // Whose address goes where is not seen where everything is shared.
    if (places->reason.length && !task->machine.rules.share_everything)
        note_sites(places);
}

// Whether a cell that is a variable before or after the step can be left as it was.
static bool may_stay(const Places *places, Term before, Term after)
{
    Term same = linear_normalise(places->terms, term_equal(places->terms, before, after));
    return same != term_boolean(places->terms, false);
}

static bool may_leave_memory(const Places *places, const Place *from, const PlaceWay *way)
{
    const Place *to = &places->places.data[way->target];
    for (uint32_t i = 0; i < to->variables.count; i++) {
        const PlaceVariable *variable = &to->variables.data[i];
        const PlaceVariable *before = is_register(variable->location) ? NULL : find_variable(from, variable->location);
        if (before && before->width == variable->width &&
            !may_stay(places, before->symbol, place_way_content(places, way, i)))
            return false;
    }
    return true;
}

void places_note_void(Places *places)
{
    for (uint32_t i = 0; i < places->places.count; i++) {
        const Place *place = &places->places.data[i];
        for (uint32_t j = 0; j < place->ways.count; j++) {
            PlaceWay *way = &place->ways.data[j];
            way->is_void =
                way->end == WAY_LEADS_ON && !way->acts && (!way->writes || may_leave_memory(places, place, way));
        }
    }
}

void places_find_again(Places *places)
{
    text_clear(&places->reason);
    places->decisive.count = places->names.count = 0;
    places->reuses = places->has_lost_names = false;
    places->options.crowd = &places->crowd;
    places->options.reuse_threads = false;
    find_all(places);
}

void places_free(Places *places)
{
    forget(places);
    vector_free(&places->places);
    vector_free(&places->beginnings);
    vector_free(&places->waiting);
    vector_free(&places->crowd.positions);
    vector_free(&places->synchronisation);
    vector_free(&places->decisive);
    vector_free(&places->names);
    vector_free(&places->plan.named);
    vector_free(&places->plan.placed);
    map_free(&places->symbols);
    input_symbols_free(&places->inputs);
    terms_free(places->terms);
    text_free(&places->reason);
    text_free(&places->unmodelled);
}
