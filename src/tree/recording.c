#include "tree/recording.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/fail.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/none.h"

enum { NO_CHOICE = NONE };

typedef struct RecordedStep {
    uint32_t from;
    uint32_t choice; // index in the choices of the depth, or NO_CHOICE
    uint32_t next;   // another step to the same node or violation
    Term guard;
    Literal taken; // implies all that it needs
} RecordedStep;

typedef struct RecordedNode {
    uint32_t depth;
    uint32_t steps; // the last one that leads here
    uint32_t count; // of these
    Literal reached;
} RecordedNode;

// Somewhere in the program that is violated in some executions.
typedef struct RecordedPlace {
    uint32_t steps;
    bool answered;
} RecordedPlace;

// What may be chosen after some number of steps.
typedef struct ScheduledChoice {
    Choice choice;
    Literal chosen;
    Literal allowed; // the control literal: implied by `chosen`
    bool open;       // it is not assumed to be false
} ScheduledChoice;

typedef VECTOR(ScheduledChoice) ScheduledChoices;

struct Recording {
    TermTable *terms;
    Solver *solver;
    VECTOR(RecordedNode) nodes;
    VECTOR(RecordedStep) steps;
    VECTOR(RecordedPlace) places;
    Map place_numbers;                 // property and position -> index + 1
    VECTOR(ScheduledChoices) schedule; // by depth
    uint32_t first_end;                // the node to which the first execution has come
};

Recording *recording_create(TermTable *terms, Limits *limits)
{
    Recording *recording = memory_allocate_zeroed(sizeof *recording);
    recording->terms = terms;
    recording->solver = solver_create(terms, limits);
    recording_add_node(recording, 0);
    return recording;
}

void recording_free(Recording *recording)
{
    if (!recording)
        return;
    for (uint32_t i = 0; i < recording->schedule.count; i++)
        vector_free(&recording->schedule.data[i]);
    vector_free(&recording->schedule);
    vector_free(&recording->nodes);
    vector_free(&recording->steps);
    vector_free(&recording->places);
    map_free(&recording->place_numbers);
    solver_free(recording->solver);
    free(recording);
}

// --- Recording

uint32_t recording_add_node(Recording *recording, uint32_t depth)
{
    vector_push(&recording->nodes, (RecordedNode){.depth = depth, .steps = NO_STEP});
    return recording->nodes.count - 1;
}

static uint32_t number_of_choice(Recording *recording, uint32_t depth, Choice choice)
{
    if (depth >= recording->schedule.count)
        vector_resize(&recording->schedule, depth + 1);
    ScheduledChoices *choices = &recording->schedule.data[depth];
    for (uint32_t i = 0; i < choices->count; i++)
        if (choices->data[i].choice.thread == choice.thread &&
            choices->data[i].choice.alternative == choice.alternative)
            return i;
    vector_push(choices, (ScheduledChoice){.choice = choice});
    return choices->count - 1;
}

static uint32_t add_step(Recording *recording, uint32_t from, const Choice *choice, Term guard, uint32_t next)
{
    uint32_t depth = recording->nodes.data[from].depth;
    RecordedStep step = {.from = from, .choice = NO_CHOICE, .next = next, .guard = guard};
    if (choice)
        step.choice = number_of_choice(recording, depth, *choice);
    vector_push(&recording->steps, step);
    return recording->steps.count - 1;
}

// Whether the step is one of the first execution: the first from where that has come to.
static bool follows_first(Recording *recording, const RecordedStep *step)
{
    if (recording->first_end != step->from)
        return false;
    if (step->choice != NO_CHOICE)
        recording->schedule.data[recording->nodes.data[step->from].depth].data[step->choice].open = true;
    return true;
}

void recording_add_step(Recording *recording, uint32_t from, const Choice *choice, Term guard, uint32_t to)
{
    RecordedNode *node = &recording->nodes.data[to];
    if (node->depth != recording->nodes.data[from].depth + (choice != NULL))
        INTERNAL_ERROR("a recorded step leads to another depth");
    node->steps = add_step(recording, from, choice, guard, node->steps);
    node->count++;
    if (follows_first(recording, &vector_last(&recording->steps)))
        recording->first_end = to;
}

void recording_add_violation(Recording *recording, uint32_t from, const Choice *choice, Term guard, Property property,
                             uint32_t position)
{
    uint64_t *number = map_insert(&recording->place_numbers, (uint64_t)property << 32 | position);
    if (!*number) {
        vector_push(&recording->places, (RecordedPlace){.steps = NO_STEP});
        *number = recording->places.count;
    }
    RecordedPlace *place = &recording->places.data[*number - 1];
    place->steps = add_step(recording, from, choice, guard, place->steps);
    follows_first(recording, &vector_last(&recording->steps));
}

// --- The formula

// ts_i, and what its values stand for.
static void encode_schedule(Recording *recording, uint32_t depth)
{
    ScheduledChoices *choices = &recording->schedule.data[depth];
    uint32_t width = 1;
    while (choices->count > UINT64_C(1) << width)
        width++;
    char name[24];
    snprintf(name, sizeof name, "ts_%u", depth);
    Term selected = term_symbol(recording->terms, width, name);
    for (uint32_t i = 0; i < choices->count; i++) {
        ScheduledChoice *choice = &choices->data[i];
        choice->chosen = choices->count == 1
                             ? solver_true(recording->solver)
                             : solver_literal(recording->solver, term_equal(recording->terms, selected,
                                                                            term_constant(recording->terms, width, i)));
        choice->allowed = solver_new_literal(recording->solver);
        solver_add_clause(recording->solver, (const Literal[]){-choice->chosen, choice->allowed}, 2);
    }
}

static void encode_step(Recording *recording, RecordedStep *step, Literal taken)
{
    Solver *solver = recording->solver;
    const RecordedNode *from = &recording->nodes.data[step->from];
    step->taken = taken;
    solver_add_clause(solver, (const Literal[]){-taken, from->reached}, 2);
    if (step->choice != NO_CHOICE)
        solver_add_clause(
            solver, (const Literal[]){-taken, recording->schedule.data[from->depth].data[step->choice].chosen}, 2);
    if (!term_is_true(recording->terms, step->guard))
        solver_assert_under(solver, taken, step->guard);
}

static void encode_node(Recording *recording, const RecordedNode *node)
{
    VECTOR(Literal) clause = {0};
    vector_push(&clause, -node->reached);
    for (uint32_t i = node->steps; i != NO_STEP; i = recording->steps.data[i].next) {
        // If there is one way only, it is taken wherever the node is reached.
        encode_step(recording, &recording->steps.data[i],
                    node->count == 1 ? node->reached : solver_new_literal(recording->solver));
        vector_push(&clause, recording->steps.data[i].taken);
    }
    if (node->count > 1)
        solver_add_clause(recording->solver, clause.data, clause.count);
    vector_free(&clause);
}

void recording_encode(Recording *recording, Statistics *statistics)
{
    for (uint32_t i = 0; i < recording->schedule.count; i++)
        encode_schedule(recording, i);
    for (uint32_t i = 0; i < recording->nodes.count; i++)
        recording->nodes.data[i].reached =
            i == RECORDING_START ? solver_true(recording->solver) : solver_new_literal(recording->solver);
    for (uint32_t i = RECORDING_START + 1; i < recording->nodes.count; i++)
        encode_node(recording, &recording->nodes.data[i]);
    for (uint32_t i = 0; i < recording->places.count; i++)
        for (uint32_t j = recording->places.data[i].steps; j != NO_STEP; j = recording->steps.data[j].next)
            encode_step(recording, &recording->steps.data[j], solver_new_literal(recording->solver));
    statistics->clauses += solver_statistics(recording->solver).clauses;
}

// --- Questions

// That something is violated at a place not known yet. 0: there is none.
static Literal encode_question(Recording *recording)
{
    VECTOR(Literal) clause = {0};
    Literal question = solver_new_literal(recording->solver);
    vector_push(&clause, -question);
    for (uint32_t i = 0; i < recording->places.count; i++)
        for (uint32_t j = recording->places.data[i].steps; j != NO_STEP && !recording->places.data[i].answered;
             j = recording->steps.data[j].next)
            vector_push(&clause, recording->steps.data[j].taken);
    bool open = clause.count > 1;
    solver_add_clause(recording->solver, clause.data, clause.count);
    vector_free(&clause);
    return open ? question : 0;
}

// Allows what the proof needed to be forbidden. False if it needed nothing.
static bool widen(Recording *recording)
{
    bool wider = false;
    for (uint32_t i = 0; i < recording->schedule.count; i++)
        for (uint32_t j = 0; j < recording->schedule.data[i].count; j++) {
            ScheduledChoice *choice = &recording->schedule.data[i].data[j];
            if (choice->open || !solver_failed(recording->solver, -choice->allowed))
                continue;
            choice->open = true;
            wider = true;
        }
    return wider;
}

static SolveResult ask(Recording *recording, Literal question, bool widening, Statistics *statistics)
{
    VECTOR(Literal) assumptions = {0};
    vector_push(&assumptions, question);
    for (uint32_t i = 0; i < recording->schedule.count && widening; i++)
        for (uint32_t j = 0; j < recording->schedule.data[i].count; j++)
            if (!recording->schedule.data[i].data[j].open)
                vector_push(&assumptions, -recording->schedule.data[i].data[j].allowed);
    double started = clock_now();
    SolveResult result = solver_solve(recording->solver, assumptions.data, assumptions.count);
    statistics->solver_s += clock_now() - started;
    statistics->solver_calls++;
    statistics->iterations++;
    vector_free(&assumptions);
    return result;
}

// Back from a violation to the start, by steps that are taken.
static void read_choices(const Recording *recording, uint32_t step, RecordedChoices *choices)
{
    choices->count = 0;
    for (;;) {
        const RecordedStep *taken = &recording->steps.data[step];
        const RecordedNode *from = &recording->nodes.data[taken->from];
        if (taken->choice != NO_CHOICE)
            vector_push(choices, recording->schedule.data[from->depth].data[taken->choice].choice);
        if (taken->from == RECORDING_START)
            break;
        for (step = from->steps; !solver_value(recording->solver, recording->steps.data[step].taken);)
            step = recording->steps.data[step].next;
    }
    for (uint32_t i = 0; i < choices->count / 2; i++) {
        Choice first = choices->data[i];
        choices->data[i] = choices->data[choices->count - 1 - i];
        choices->data[choices->count - 1 - i] = first;
    }
}

SolveResult recording_solve(Recording *recording, bool widening, Statistics *statistics, RecordedChoices *choices)
{
    Literal question = encode_question(recording);
    if (!question)
        return SOLVE_REFUTED;
    SolveResult result;
    do
        result = ask(recording, question, widening, statistics);
    while (result == SOLVE_REFUTED && widening && widen(recording));
    for (uint32_t i = 0; i < recording->places.count && result == SOLVE_SATISFIED; i++) {
        RecordedPlace *place = &recording->places.data[i];
        for (uint32_t j = place->steps; j != NO_STEP && !place->answered; j = recording->steps.data[j].next) {
            if (!solver_value(recording->solver, recording->steps.data[j].taken))
                continue;
            read_choices(recording, j, choices);
            place->answered = true;
            return result;
        }
    }
    if (result == SOLVE_SATISFIED)
        INTERNAL_ERROR("a solution violates nothing");
    return result;
}

uint64_t recording_symbol_value(const Recording *recording, Term symbol, uint64_t otherwise)
{
    return solver_symbol_value(recording->solver, symbol, otherwise);
}
