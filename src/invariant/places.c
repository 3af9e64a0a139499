// How the ways are found: a step is done from a state of the place whose variables are symbols, with some values. What it
// depended on are conditions over the symbols. Then the solver is asked for values that do not fulfil the conditions of
// any way so far, and with these the step is done again, until there are no such values. A state that comes to a place
// known makes variables of all that differs there, and the place is looked at once more.
#include "invariant/places.h"

#include <stdlib.h>

#include "base/memory.h"

enum { PLACE_LIMIT = 4000, WAY_LIMIT = 300, VARIABLE_LIMIT = 400, THREAD_LIMIT = 12 };

// What a run of one step met.
typedef struct Trial {
    Places *places;
    VECTOR(Term) conditions;
    bool writes;
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

static void give_up(Places *places, const char *reason)
{
    if (!places->reason.length)
        text_append(&places->reason, reason);
}

static bool is_over(Places *places)
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

static bool others_can_tell(EventKind kind)
{
    return event_kind_counts(kind) && kind != EVENT_read && kind != EVENT_fence && kind != EVENT_yield &&
           kind != EVENT_atomic_begin && kind != EVENT_atomic_end && kind != EVENT_lock_failed &&
           kind != EVENT_semaphore_read;
}

static void note_event(void *context, const Machine *machine, const Event *event)
{
    (void)machine;
    Trial *trial = context;
    if (event_kind_is_condition(event->kind))
        vector_push(&trial->conditions, event->term);
    if (event_kind_synchronises(event->kind))
        note_synchronisation(trial->places, event->address);
    trial->writes |= others_can_tell(event->kind);
}

// --- Variables

static bool is_register(Location location)
{
    uint32_t thread, index;
    return location_is_register(location, &thread, &index);
}

static Term variable_symbol(Places *places, Location location, uint32_t width)
{
    uint64_t *symbol = map_insert(&places->symbols, hash_mix(location) + width);
    if (!*symbol)
        *symbol = term_symbol(places->terms, width, is_register(location) ? "r" : "m");
    return (Term)*symbol;
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

static PlaceVariable *find_variable(Place *place, Location location)
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
    PlaceVariable variable = {location, width, variable_symbol(places, location, width)};
    if (known)
        *known = variable;
    else
        vector_push(&place->variables, variable);
    if (place->variables.count > VARIABLE_LIMIT)
        give_up(places, "more variables than an invariant can be found for");
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

static void note_difference(void *context, Location location)
{
    const Comparison *comparison = context;
    Place *place = &comparison->places->places.data[comparison->place];
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
    return UINT32_MAX;
}

// The place of a state that a step led to. The state becomes one of those at the place.
static void arrive(Places *places, const Machine *machine, PlaceWay *way)
{
    Machine *state = machine_generalise(machine);
    uint64_t key[2];
    machine_control_fingerprint(state, places->synchronisation.data, places->synchronisation.count, key);
    way->target = find_place(places, key);
    if (way->target == UINT32_MAX) {
        way->target = places->places.count;
        vector_push(&places->places, (Place){.key = {key[0], key[1]}, .state = state});
        requeue(places, way->target);
        if (places->places.count > PLACE_LIMIT)
            give_up(places, "more places than an invariant can be found for");
        if (machine_thread_count(machine) > THREAD_LIMIT)
            give_up(places, "more threads than an invariant can be found for");
    } else {
        machine_free(state);
    }
    Comparison comparison = {places, way->target, machine};
    machine_each_difference(places->places.data[way->target].state, machine, note_difference, &comparison);
    const Place *place = &places->places.data[way->target];
    for (uint32_t i = 0; i < place->variables.count; i++)
        vector_push(&way->contents, held_in(machine, &place->variables.data[i]));
}

static void end_trial(Places *places, const Machine *machine, const Trial *trial, PlaceWay *way)
{
    way->condition = term_boolean(places->terms, true);
    way->writes = trial->writes;
    for (uint32_t i = 0; i < trial->conditions.count; i++)
        way->condition = term_and(places->terms, way->condition, trial->conditions.data[i]);
    if (machine_status(machine) != MACHINE_UNKNOWN) // which may never come
        coverage_add(places->coverage, machine);
    places->statistics->runs++;
    places->statistics->events += machine_event_count(machine);
    switch (machine_status(machine)) {
    case MACHINE_RUNNING:
        arrive(places, machine, way);
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
}

// --- Trying all ways

// A state of the place, with the values of the proposal and their symbols. None: the beginning of the program.
static Machine *perform(Places *places, uint32_t index, Choice choice, const Proposal *proposal, Trial *trial)
{
    if (index == UINT32_MAX)
        return machine_create_observed(places->task->program, &places->options, note_event, trial);
    const Place *place = &places->places.data[index];
    Machine *machine = machine_clone(place->state);
    for (uint32_t i = 0; i < place->variables.count; i++) {
        const PlaceVariable *variable = &place->variables.data[i];
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
static bool propose_others(Places *places, uint32_t index, Solver *solver, Proposal *proposal)
{
    places->statistics->solver_calls++;
    SolveResult result = solver_solve(solver, NULL, 0);
    if (result == SOLVE_STOPPED)
        give_up(places, "a question to the solver was stopped");
    if (result != SOLVE_SATISFIED)
        return false;
    for (uint32_t i = 0; i < proposal->values.count; i++)
        proposal->values.data[i] =
            solver_symbol_value(solver, places->places.data[index].variables.data[i].symbol, proposal->values.data[i]);
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
    return index != UINT32_MAX && places->places.data[index].waits;
}

static void begin_proposal(Places *places, uint32_t index, Proposal *proposal)
{
    places->plan.placed.count = 0;
    if (index == UINT32_MAX)
        return;
    const Place *place = &places->places.data[index];
    for (uint32_t i = 0; i < place->variables.count; i++)
        vector_push(&proposal->values,
                    term_constant_value(places->terms, held_in(place->state, &place->variables.data[i])));
}

// `index` is UINT32_MAX for the beginning of the program.
static void find_ways(Places *places, uint32_t index, Choice choice)
{
    Proposal proposal = {0};
    Solver *solver = solver_create(places->terms, places->task->limits);
    begin_proposal(places, index, &proposal);
    uint32_t count = 0;
    do {
        Trial trial = {.places = places};
        PlaceWay way = {.thread = choice.thread};
        Machine *machine = perform(places, index, choice, &proposal, &trial);
        note_inputs(&proposal, machine);
        end_trial(places, machine, &trial, &way);
        solver_assert(solver, term_not(places->terms, way.condition));
        if (index == UINT32_MAX)
            vector_push(&places->beginnings, way);
        else
            vector_push(&places->places.data[index].ways, way);
        machine_free(machine);
        vector_free(&trial.conditions);
        if (++count > WAY_LIMIT)
            give_up(places, "more ways through one step than an invariant can be found for");
    } while (!is_over(places) && !is_outgrown(places, index) && propose_others(places, index, solver, &proposal));
    solver_free(solver);
    vector_free(&proposal.values);
    vector_free(&proposal.inputs);
}

static void free_ways(Place *place)
{
    for (uint32_t i = 0; i < place->ways.count; i++)
        vector_free(&place->ways.data[i].contents);
    place->ways.count = 0;
}

// The variables may grow while it is looked at, by a way that leads back to it: then it waits again.
static void look_at(Places *places, uint32_t index)
{
    Place *place = &places->places.data[index];
    place->waits = false;
    free_ways(place);
    const Machine *state = place->state;
    for (uint32_t i = 0; i < machine_thread_count(state); i++)
        for (uint32_t j = 0; j < machine_alternatives(state, i) && !is_over(places); j++) {
            if (is_outgrown(places, index))
                return;
            find_ways(places, index, (Choice){i, j});
        }
}

static void forget(Places *places)
{
    for (uint32_t i = 0; i < places->places.count; i++) {
        Place *place = &places->places.data[i];
        machine_free(place->state);
        vector_free(&place->variables);
        free_ways(place);
        vector_free(&place->ways);
    }
    for (uint32_t i = 0; i < places->beginnings.count; i++)
        vector_free(&places->beginnings.data[i].contents);
    places->places.count = places->beginnings.count = places->waiting.count = 0;
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
    for (uint32_t i = 0; given && i < given->named.count; i++)
        vector_push(&places->plan.named, given->named.data[i]);
    if (given && given->ordered.count)
        give_up(places, "inputs given in their order");
}

void places_find(Places *places, const EngineTask *task, Coverage *coverage, Statistics *statistics)
{
    *places = (Places){.task = task, .terms = terms_create(), .coverage = coverage, .statistics = statistics};
    make_options(places);
    do {
        places->outdated = false;
        forget(places);
        find_ways(places, UINT32_MAX, (Choice){0});
        while (places->waiting.count && !is_over(places)) {
            uint32_t index = vector_pop(&places->waiting);
            look_at(places, index);
        }
    } while (places->outdated && !places->reason.length);
}

void places_free(Places *places)
{
    forget(places);
    vector_free(&places->places);
    vector_free(&places->beginnings);
    vector_free(&places->waiting);
    vector_free(&places->synchronisation);
    vector_free(&places->plan.named);
    vector_free(&places->plan.placed);
    map_free(&places->symbols);
    input_symbols_free(&places->inputs);
    terms_free(places->terms);
    text_free(&places->reason);
    text_free(&places->unmodelled);
}
