// Symbolic runs as tests look at them. Include cmocka.h first.
//
// Three properties are checked of a program: a symbolic run does what the concrete one does; every term, evaluated
// under the inputs and reads of the run, has the value the run had; and any other inputs under which all conditions of
// the run hold make a concrete run take the same path and write the values that the terms have under them, while inputs
// that break a check make it violate the property there.
#ifndef RADDLE_TEST_SYMBOLIC_RUN_H
#define RADDLE_TEST_SYMBOLIC_RUN_H

#include <inttypes.h>

#include "base/map.h"
#include "base/random.h"
#include "run/schedule.h"
#include "load_program.h"
#include "machine/state.h"

enum { INSTRUCTION_LIMIT = 300000, STEP_LIMIT = 3000, EVENT_LIMIT = 20000 };

typedef struct Run {
    VECTOR(Event) events;
    VECTOR(Choice) schedule;
    VECTOR(uint64_t) input_values;
    VECTOR(Term) input_symbols;
    TermTable *terms;
    MachineStatus status;
    int exit_status;
    Property property;
    uint32_t position;
    Text output;
} Run;

static inline void keep_event(void *context, const Machine *machine, const Event *event)
{
    (void)machine;
    Run *run = context;
    vector_push(&run->events, *event);
    vector_last(&run->events).name = NULL;
}

static inline void run_free(Run *run)
{
    vector_free(&run->events);
    vector_free(&run->schedule);
    vector_free(&run->input_values);
    vector_free(&run->input_symbols);
    text_free(&run->output);
    terms_free(run->terms);
}

// Runs under the schedule of `guide` as far as it goes, or under a random one.
static inline Run perform(const TestProgram *test, MachineOptions options, const Run *guide, uint64_t seed)
{
    Run run = {.terms = options.terms};
    uint64_t random = seed;
    Machine *machine = machine_create_observed(test->program, &options, keep_event, &run);
    for (uint32_t step = 0; machine_status(machine) == MACHINE_RUNNING && step < STEP_LIMIT; step++) {
        Choice choice = {0};
        if (guide && step < guide->schedule.count) {
            choice = guide->schedule.data[step];
            if (choice.thread >= machine_thread_count(machine) ||
                choice.alternative >= machine_alternatives(machine, choice.thread))
                break;
        } else if (guide) {
            break;
        } else {
            do {
                choice.thread = (uint32_t)(random_next(&random) % machine_thread_count(machine));
            } while (!machine_alternatives(machine, choice.thread));
            choice.alternative = (uint32_t)(random_next(&random) % machine_alternatives(machine, choice.thread));
        }
        vector_push(&run.schedule, choice);
        machine_step(machine, choice);
        if (run.events.count > EVENT_LIMIT)
            break;
    }
    run.status = machine_status(machine);
    if (run.status == MACHINE_EXITED)
        run.exit_status = machine_exit_status(machine);
    if (run.status == MACHINE_VIOLATION) {
        run.property = machine_violation(machine)->property;
        run.position = machine_violation(machine)->position;
    }
    uint32_t count;
    const InputValue *inputs = machine_inputs(machine, &count);
    for (uint32_t i = 0; i < count; i++) {
        vector_push(&run.input_values, inputs[i].value);
        vector_push(&run.input_symbols, inputs[i].symbol);
    }
    text_append_bytes(&run.output, text_string(machine_output(machine, 1)), machine_output(machine, 1)->length);
    machine_free(machine);
    return run;
}

// --- The values of symbols

typedef struct Assignment {
    Map values;   // by symbol
    bool unknown; // a symbol without a value was asked for
} Assignment;

static inline uint64_t value_of(void *context, Term symbol)
{
    Assignment *assignment = context;
    const uint64_t *found = map_find(&assignment->values, symbol);
    assignment->unknown |= !found;
    return found ? *found : 0;
}

static inline Assignment assignment_of(const Run *run)
{
    Assignment assignment = {0};
    for (uint32_t i = 0; i < run->input_symbols.count; i++)
        if (run->input_symbols.data[i])
            *map_insert(&assignment.values, run->input_symbols.data[i]) = run->input_values.data[i];
    for (uint32_t i = 0; i < run->events.count; i++) {
        const Event *event = &run->events.data[i];
        if (event->read)
            *map_insert(&assignment.values, event->read) =
                (event->kind == EVENT_update ? event->previous : event->value) &
                width_mask(term_width(run->terms, event->read));
    }
    return assignment;
}

static inline const char *place(const TestProgram *test, uint32_t position)
{
    static char text[256];
    const Position *source = &test->program->positions.data[position];
    snprintf(text, sizeof text, "%s:%u", test->program->files.data[source->file], source->line);
    return text;
}

static inline void expect_term(const TestProgram *test, Run *run, Assignment *assignment, const Event *event, Term term,
                               uint32_t width, uint64_t expected, const char *what)
{
    if (!term)
        return;
    if (term_width(run->terms, term) != width)
        fail_msg("%s: %s of a %s has %u bits instead of %u", place(test, event->position), what,
                 event_kind_name(event->kind), term_width(run->terms, term), width);
    assignment->unknown = false;
    uint64_t value = term_evaluate(run->terms, term, value_of, assignment);
    if (value != (expected & width_mask(width)) && !assignment->unknown) {
        Text text = {0};
        term_append(run->terms, term, &text);
        fail_msg("%s: %s of a %s (thread %u) is %" PRIu64 " instead of %" PRIu64 ": %.400s",
                 place(test, event->position), what, event_kind_name(event->kind), event->thread, value, expected,
                 text_string(&text));
    }
}

static inline void expect_own_values(const TestProgram *test, Run *run)
{
    Assignment assignment = assignment_of(run);
    for (uint32_t i = 0; i < run->events.count; i++) {
        const Event *event = &run->events.data[i];
        uint32_t bits = event->size * 8;
        switch (event->kind) {
        case EVENT_read:
            expect_term(test, run, &assignment, event, event->content, bits, event->value, "the content");
            expect_term(test, run, &assignment, event, event->read, bits, event->value, "the symbol");
            break;
        case EVENT_write:
        case EVENT_update:
            expect_term(test, run, &assignment, event, event->content, bits, event->previous, "the content");
            expect_term(test, run, &assignment, event, event->term, bits, event->value, "the value");
            break;
        case EVENT_input:
            expect_term(test, run, &assignment, event, event->term, event->size, event->value, "the symbol");
            break;
        case EVENT_branch:
        case EVENT_pin:
        case EVENT_assume:
        case EVENT_check:
            assert_true(event->term != NO_TERM);
            expect_term(test, run, &assignment, event, event->term, 1, 1, "the condition");
            break;
        default:
            assert_int_equal(event->term, NO_TERM);
            break;
        }
    }
    map_free(&assignment.values);
}

// --- The same run

static inline const Event *next_counted(const Run *run, uint32_t *index)
{
    while (*index < run->events.count && !event_kind_counts(run->events.data[*index].kind))
        ++*index;
    return *index < run->events.count ? &run->events.data[*index] : NULL;
}

// A compare-and-exchange that fails is a read in a concrete run, an update in a symbolic one.
static inline bool same_access(const Event *symbolic, const Event *concrete)
{
    return symbolic->kind == EVENT_update && concrete->kind == EVENT_read && symbolic->value == symbolic->previous &&
           symbolic->previous == concrete->value;
}

static inline bool same_event(const Event *symbolic, const Event *concrete)
{
    bool kinds = symbolic->kind == concrete->kind && symbolic->value == concrete->value &&
                 symbolic->previous == concrete->previous;
    return (kinds || same_access(symbolic, concrete)) && symbolic->thread == concrete->thread &&
           symbolic->index == concrete->index && symbolic->address == concrete->address &&
           symbolic->size == concrete->size && symbolic->atomic == concrete->atomic &&
           symbolic->other == concrete->other && symbolic->position == concrete->position &&
           symbolic->conditional == concrete->conditional;
}

static inline void expect_same_run(const TestProgram *test, const Run *symbolic, const Run *concrete)
{
    for (uint32_t i = 0, j = 0;; i++, j++) {
        const Event *a = next_counted(symbolic, &i), *b = next_counted(concrete, &j);
        if (!a && !b)
            break;
        // One of them may have been cut short by the limit on events, which all kinds count for.
        if ((!a || !b) && (symbolic->events.count > EVENT_LIMIT || concrete->events.count > EVENT_LIMIT))
            return;
        if (!a || !b || !same_event(a, b))
            fail_msg("%s: the symbolic run has another event: %s instead of %s", place(test, (a ? a : b)->position),
                     a ? event_kind_name(a->kind) : "none", b ? event_kind_name(b->kind) : "none");
    }
    if (symbolic->events.count > EVENT_LIMIT)
        return;
    assert_int_equal(symbolic->status, concrete->status);
    assert_int_equal(symbolic->exit_status, concrete->exit_status);
    assert_int_equal(symbolic->position, concrete->position);
    assert_string_equal(text_string(&symbolic->output), text_string(&concrete->output));
}

// --- Other inputs

// Follows the conditions of the run under other inputs. Returns the first that does not hold, or NULL.
static inline const Event *first_broken(Run *run, Assignment *assignment)
{
    for (uint32_t i = 0; i < run->events.count; i++) {
        const Event *event = &run->events.data[i];
        bool condition = event->kind == EVENT_branch || event->kind == EVENT_pin || event->kind == EVENT_assume ||
                         event->kind == EVENT_check;
        if (condition && !term_evaluate(run->terms, event->term, value_of, assignment))
            return event;
    }
    return NULL;
}

static inline void expect_predicted(const TestProgram *test, Run *run, Assignment *assignment, const Run *actual)
{
    for (uint32_t i = 0, j = 0;; i++, j++) {
        const Event *told = next_counted(run, &i), *seen = next_counted(actual, &j);
        if (!told || !seen) {
            assert_true(told == seen);
            return;
        }
        bool kinds = told->kind == seen->kind || (told->kind == EVENT_update && seen->kind == EVENT_read);
        if (!kinds || told->address != seen->address || told->thread != seen->thread || told->size != seen->size)
            fail_msg("%s: under other inputs the run does something else: %s, not %s", place(test, told->position),
                     event_kind_name(seen->kind), event_kind_name(told->kind));
        if (told->kind != EVENT_write && told->kind != EVENT_update)
            continue;
        assignment->unknown = false;
        uint64_t value = told->term ? term_evaluate(run->terms, told->term, value_of, assignment) : told->value;
        if (value != seen->value && !assignment->unknown)
            fail_msg("%s: under other inputs %" PRIu64 " is written, not %" PRIu64, place(test, told->position),
                     seen->value, value);
    }
}

static inline void expect_violation(const TestProgram *test, const Event *check, const Run *actual)
{
    if (actual->status != MACHINE_VIOLATION || actual->property != check->property ||
        actual->position != check->position)
        fail_msg("%s: the check of %s fails, but the run ends with status %d at position %u, not %u",
                 place(test, check->position), property_name(check->property), (int)actual->status, actual->position,
                 check->position);
}

typedef struct Tally {
    uint32_t programs, with_terms, others, same_path, violations;
} Tally;

// Runs again under inputs that differ in one value. `run` has no symbolic reads: its terms are over inputs only.
static inline void try_other_inputs(const TestProgram *test, MachineOptions options, Run *run, uint64_t seed,
                                    Tally *tally)
{
    enum { ATTEMPT_LIMIT = 120 };
    static const uint64_t changes[] = {1, UINT64_MAX, 0, 100};
    for (uint32_t attempt = 0, i = 0; i < run->input_values.count && attempt < ATTEMPT_LIMIT; i++) {
        for (uint32_t change = 0; run->input_symbols.data[i] && change < 4; change++, attempt++) {
            InputPlan plan = {.exact = true};
            Assignment assignment = assignment_of(run);
            uint64_t value = changes[change] ? run->input_values.data[i] + changes[change] : random_next(&seed);
            value &= width_mask(term_width(run->terms, run->input_symbols.data[i]));
            *map_insert(&assignment.values, run->input_symbols.data[i]) = value;
            const Event *broken = first_broken(run, &assignment);
            for (uint32_t j = 0; j < run->input_values.count; j++)
                vector_push(&plan.ordered, i == j ? value : run->input_values.data[j]);
            tally->others++;
            if (!broken || broken->kind == EVENT_check) {
                MachineOptions concrete = options;
                concrete.terms = NULL;
                concrete.inputs = &plan;
                Run actual = perform(test, concrete, run, 0);
                if (!broken && !assignment.unknown && run->events.count <= EVENT_LIMIT) {
                    expect_predicted(test, run, &assignment, &actual);
                    tally->same_path++;
                } else if (broken && !assignment.unknown) {
                    expect_violation(test, broken, &actual);
                    tally->violations++;
                }
                run_free(&actual);
            }
            map_free(&assignment.values);
            input_plan_free(&plan);
        }
    }
}

// With `everything`, every access is visible: all that a program reads from memory is a symbol.
static inline void examine(const TestProgram *test, PropertyMask properties, bool everything, uint64_t seed,
                           Tally *tally)
{
    InputPlan plan = {.random = true, .seed = seed};
    MachineOptions options = test_machine_options(test);
    options.properties = properties;
    options.rules.share_everything = everything;
    options.inputs = &plan;
    options.instruction_limit = INSTRUCTION_LIMIT;
    Run concrete = perform(test, options, NULL, seed);
    for (int reads = 0; reads < 2; reads++) {
        options.terms = terms_create();
        options.symbolic_reads = reads;
        Run symbolic = perform(test, options, NULL, seed);
        expect_same_run(test, &symbolic, &concrete);
        expect_own_values(test, &symbolic);
        if (!reads) {
            tally->with_terms += terms_count(symbolic.terms) > 0;
            try_other_inputs(test, options, &symbolic, seed, tally);
        }
        run_free(&symbolic);
    }
    run_free(&concrete);
    tally->programs++;
}

#endif
