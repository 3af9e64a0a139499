// The step encoding against all executions of small random programs, and single programs of each kind of step.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "encode/steps.h"
#include "random.h"

enum { WIDTH = 2, THREADS = 3, VARIABLES = 3, LOCK = 2, PLACES = 4, QUESTIONS = 2, SYMBOLS = THREADS * PLACES };

// --- Random programs

static Term constant(TermTable *terms, uint64_t value)
{
    return term_constant(terms, WIDTH, value);
}

typedef struct Sample {
    StepProgram program;
    Term symbols[SYMBOLS]; // of the place with this number, counted over all threads
    bool read[SYMBOLS];    // it reads it
} Sample;

// A value that the thread knows at a place: what it read at one before, or a constant.
static Term random_value(Sample *sample, uint64_t *seed, uint32_t thread, uint32_t place)
{
    TermTable *terms = sample->program.terms;
    Term value = constant(terms, random_below(seed, 4));
    uint32_t symbol = thread * PLACES + random_below(seed, place + 1);
    return sample->read[symbol] ? term_add(terms, sample->symbols[symbol], value) : value;
}

static StepKind random_kind(uint64_t *seed, uint32_t thread, uint32_t place)
{
    if (!thread && !place)
        return STEP_CREATE;
    if (thread == 1 && place == PLACES - 1 && random_below(seed, 2))
        return STEP_JOIN;
    uint32_t kind = random_below(seed, 6);
    return kind == 0 ? STEP_LOCK : kind == 1 ? STEP_UNLOCK : STEP_ACCESS;
}

static StepPlace random_place(Sample *sample, uint64_t *seed, uint32_t thread, uint32_t place)
{
    TermTable *terms = sample->program.terms;
    StepPlace made = {.kind = random_kind(seed, thread, place), .lock = LOCK, .other = THREADS - 1};
    made.alone = place == 2 && !random_below(seed, 4);
    made.rests = !random_below(seed, 8);
    if (made.kind == STEP_ACCESS || !random_below(seed, 3)) {
        StepAccess access = {.variable = random_below(seed, LOCK)};
        access.read = access.symbol = sample->symbols[thread * PLACES + place];
        sample->read[thread * PLACES + place] = true;
        access.write = random_below(seed, 2) ? random_value(sample, seed, thread, place) : NO_TERM;
        vector_push(&made.accesses, access);
    }
    uint32_t target = place + 1 < PLACES ? place + 1 : STEP_END;
    Term compared = random_value(sample, seed, thread, place);
    Term guard = term_ult(terms, compared, constant(terms, random_below(seed, 4)));
    switch (random_below(seed, 3)) {
    case 0: // it may end early
        vector_push(&made.edges, (StepEdge){guard, STEP_END});
        vector_push(&made.edges, (StepEdge){term_not(terms, guard), target});
        break;
    case 1: // it may not go on
        vector_push(&made.edges, (StepEdge){guard, target});
        break;
    default:
        vector_push(&made.edges, (StepEdge){term_boolean(terms, true), target});
        break;
    }
    if (!random_below(seed, 4)) {
        Term checked = random_value(sample, seed, thread, place);
        Term holds = term_equal(terms, checked, constant(terms, random_below(seed, 4)));
        vector_push(&made.checks, (StepCheck){holds, random_below(seed, QUESTIONS)});
    }
    return made;
}

// The last thread is created by the first, and perhaps joined by the second.
static Sample make_sample(uint64_t seed)
{
    Sample sample = {.program = {.terms = terms_create(), .questions = QUESTIONS}};
    for (uint32_t i = 0; i < VARIABLES; i++)
        vector_push(
            &sample.program.variables,
            (StepVariable){i == LOCK ? 1 : WIDTH, term_constant(sample.program.terms, i == LOCK ? 1 : WIDTH, 0)});
    for (uint32_t i = 0; i < SYMBOLS; i++)
        sample.symbols[i] = term_symbol(sample.program.terms, WIDTH, NULL);
    for (uint32_t i = 0; i < THREADS; i++) {
        StepThread thread = {.created = i == THREADS - 1};
        for (uint32_t j = 0; j < PLACES; j++)
            vector_push(&thread.places, random_place(&sample, &seed, i, j));
        vector_push(&sample.program.threads, thread);
    }
    return sample;
}

static void free_sample(Sample *sample)
{
    TermTable *terms = sample->program.terms;
    step_program_free(&sample->program);
    terms_free(terms);
}

// --- All their executions

enum { ENDED = PLACES, UNCREATED };

typedef struct State {
    uint32_t places[THREADS];
    uint64_t variables[VARIABLES];
    uint64_t symbols[SYMBOLS];
} State;

typedef struct Truth {
    const Sample *sample;
    const State *state; // whose symbols are looked at
    bool violated[QUESTIONS];
    bool deadlock;
} Truth;

static uint64_t symbol_value(void *context, Term symbol)
{
    const Truth *truth = context;
    for (uint32_t i = 0; i < SYMBOLS; i++)
        if (truth->sample->symbols[i] == symbol)
            return truth->state->symbols[i];
    fail();
    return 0;
}

static uint64_t evaluate(Truth *truth, const State *state, Term term)
{
    truth->state = state;
    return term_evaluate(truth->sample->program.terms, term, symbol_value, truth);
}

static bool is_blocked(const State *state, const StepPlace *place)
{
    return (place->kind == STEP_LOCK && state->variables[LOCK]) ||
           (place->kind == STEP_JOIN && state->places[place->other] != ENDED);
}

static bool stays(const StepThread *thread, const State *state, uint32_t number)
{
    const StepPlace *place = &thread->places.data[state->places[number]];
    return place->rests || is_blocked(state, place);
}

static bool others_are_alone(const StepProgram *program, const State *state, uint32_t thread)
{
    for (uint32_t i = 0; i < THREADS; i++)
        if (i != thread && state->places[i] < ENDED && program->threads.data[i].places.data[state->places[i]].alone)
            return true;
    return false;
}

// All of the step but where the thread goes.
static void make_step(Truth *truth, State *state, uint32_t thread)
{
    const StepProgram *program = &truth->sample->program;
    const StepPlace *place = &program->threads.data[thread].places.data[state->places[thread]];
    for (uint32_t i = 0; i < place->accesses.count; i++) {
        const StepAccess *access = &place->accesses.data[i];
        state->symbols[thread * PLACES + state->places[thread]] = state->variables[access->variable];
        if (access->write)
            state->variables[access->variable] = evaluate(truth, state, access->write);
    }
    if (place->kind == STEP_LOCK || place->kind == STEP_UNLOCK)
        state->variables[place->lock] = place->kind == STEP_LOCK;
    if (place->kind == STEP_CREATE)
        state->places[place->other] = program->threads.data[place->other].first;
}

static void explore(Truth *truth, const State *state)
{
    const StepProgram *program = &truth->sample->program;
    bool can_move = false, waits = false;
    for (uint32_t i = 0; i < THREADS; i++) {
        if (state->places[i] >= ENDED)
            continue;
        const StepPlace *place = &program->threads.data[i].places.data[state->places[i]];
        waits |= is_blocked(state, place) && !place->rests;
        can_move |= !is_blocked(state, place) && !place->rests;
        if (others_are_alone(program, state, i) || is_blocked(state, place))
            continue;
        State next = *state;
        make_step(truth, &next, i);
        for (uint32_t j = 0; j < place->checks.count; j++)
            truth->violated[place->checks.data[j].question] |= evaluate(truth, &next, place->checks.data[j].guard);
        for (uint32_t j = 0; j < place->edges.count; j++) {
            if (!evaluate(truth, &next, place->edges.data[j].guard))
                continue;
            next.places[i] = place->edges.data[j].target == STEP_END ? ENDED : place->edges.data[j].target;
            explore(truth, &next);
        }
    }
    truth->deadlock |= waits && !can_move;
}

static Truth find_truth(const Sample *sample)
{
    Truth truth = {.sample = sample};
    State start = {.places = {0, 0, UNCREATED}};
    explore(&truth, &start);
    return truth;
}

// --- The encoding

// The steps can be taken, in this order. Returns where they lead.
static State follow(Truth *truth, const StepsTaken *taken, bool *violates)
{
    const StepProgram *program = &truth->sample->program;
    State state = {.places = {0, 0, UNCREATED}};
    *violates = false;
    for (uint32_t i = 0; i < taken->count; i++) {
        uint32_t thread = taken->data[i].thread;
        assert_int_equal(state.places[thread], taken->data[i].place);
        const StepPlace *place = &program->threads.data[thread].places.data[taken->data[i].place];
        assert_false(is_blocked(&state, place));
        make_step(truth, &state, thread);
        bool goes_on = false;
        for (uint32_t j = 0; j < place->edges.count && !goes_on; j++) {
            goes_on = evaluate(truth, &state, place->edges.data[j].guard);
            if (goes_on)
                state.places[thread] = place->edges.data[j].target == STEP_END ? ENDED : place->edges.data[j].target;
        }
        for (uint32_t j = 0; j < place->checks.count && i + 1 == taken->count; j++)
            *violates |= evaluate(truth, &state, place->checks.data[j].guard);
        assert_true(goes_on || *violates);
    }
    return state;
}

static void random_programs_do_what_they_can(void **state)
{
    (void)state;
    uint32_t violated = 0, deadlocks = 0;
    enum { SEEDS = 120 };
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        Sample sample = make_sample(seed * UINT64_C(0x9e3779b97f4a7c15));
        Truth truth = find_truth(&sample);
        for (uint32_t how = 0; how < 4; how++) {
            StepOptions options = {
                .steps = THREADS * PLACES, .peephole_reduction = how & 1, .local_ssa = (how & 2) != 0};
            StepEncoding *encoding = steps_encode(&sample.program, &options, NULL);
            StepsTaken taken = {0};
            bool violates;
            for (uint32_t i = 0; i < QUESTIONS; i++) {
                Literal question = steps_question(encoding, i);
                bool found = solver_solve(steps_solver(encoding), &question, 1) == SOLVE_SATISFIED;
                assert_int_equal(found, truth.violated[i]);
                if (!found)
                    continue;
                steps_read(encoding, &taken);
                follow(&truth, &taken, &violates);
                assert_true(violates);
                violated++;
            }
            Literal deadlock = steps_deadlock(encoding);
            bool found = solver_solve(steps_solver(encoding), &deadlock, 1) == SOLVE_SATISFIED;
            assert_int_equal(found, truth.deadlock);
            deadlocks += found;
            if (found) {
                steps_read(encoding, &taken);
                State end = follow(&truth, &taken, &violates);
                for (uint32_t i = 0; i < THREADS; i++)
                    assert_true(end.places[i] >= ENDED || stays(&sample.program.threads.data[i], &end, i));
            }
            vector_free(&taken);
            steps_free(encoding);
        }
        free_sample(&sample);
    }
    // The sample is worth something.
    assert_in_range(violated, 4 * SEEDS / 4, 4 * SEEDS * 7 / 4);
    assert_in_range(deadlocks, 4 * SEEDS / 20, 4 * SEEDS * 9 / 10);
}

// A run of fewer steps than a violation needs does not show it.
static void the_number_of_steps_is_a_bound(void **state)
{
    (void)state;
    for (uint32_t steps = 1; steps <= 6; steps++) {
        StepProgram program = {.terms = terms_create(), .questions = 1};
        TermTable *terms = program.terms;
        vector_push(&program.variables, (StepVariable){WIDTH, constant(terms, 0)});
        StepThread thread = {0};
        for (uint32_t i = 0; i < 4; i++) {
            StepPlace place = {.kind = STEP_ACCESS};
            Term read = term_symbol(terms, WIDTH, NULL);
            vector_push(&place.accesses, (StepAccess){0, read, read, term_add(terms, read, constant(terms, 1))});
            vector_push(&place.edges, (StepEdge){term_boolean(terms, true), i < 3 ? i + 1 : STEP_END});
            vector_push(&place.checks, (StepCheck){term_equal(terms, read, constant(terms, 3)), 0});
            vector_push(&thread.places, place);
        }
        vector_push(&program.threads, thread);
        StepEncoding *encoding = steps_encode(&program, &(StepOptions){.steps = steps}, NULL);
        Literal question = steps_question(encoding, 0);
        assert_int_equal(solver_solve(steps_solver(encoding), &question, 1),
                         steps >= 4 ? SOLVE_SATISFIED : SOLVE_REFUTED);
        steps_free(encoding);
        step_program_free(&program);
        terms_free(terms);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_programs_do_what_they_can),
        cmocka_unit_test(the_number_of_steps_is_a_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
