// The whole tree in one formula: schedule recording, and under-approximation and widening on top of it ("Verifying
// Multi-threaded Software using SMT-based Context-Bounded Model Checking", sections 3.3 and 3.4). The tree is walked as
// by `lazy`, but nothing is asked about a violation on the way.
#include <stdlib.h>

#include "base/fail.h"
#include "base/memory.h"
#include "tree/dpor.h"
#include "tree/recording.h"

// At a node of a walk with reduction, which remembers no states.
typedef struct ReducedNode {
    DporNode dpor;
    uint32_t recorded;
} ReducedNode;

typedef struct Walk {
    Recording *recording;
    Trace *executed; // the first violation that the walk has come to, NULL: none
} Walk;

static Recording *recording_of(const TreeSearch *search)
{
    const Walk *walk = search->data;
    return walk->recording;
}

// --- The walk

// Which node of the recording it is.
static uint32_t *recorded_at(const TreeNode *node)
{
    ReducedNode *reduced = node->data;
    return node->known ? &node->known->label : &reduced->recorded;
}

static const TreeNode *last_node(const TreeSearch *search)
{
    return search->path.count ? vector_last(&search->path) : NULL;
}

static uint32_t recorded_from(const TreeSearch *search)
{
    return search->path.count ? *recorded_at(last_node(search)) : RECORDING_START;
}

static const Choice *choice_taken(const TreeSearch *search)
{
    return search->path.count ? &last_node(search)->step.choice : NULL;
}

// What the last step decided. The checks in it are recorded, unless they have been.
static Term record_checks(TreeSearch *search)
{
    Term guard = term_boolean(search->terms, true);
    for (uint32_t i = search->path.count ? last_node(search)->step.first_condition : 0; i < search->conditions.count;
         i++) {
        TreeCondition *condition = &search->conditions.data[i];
        if (condition->kind == EVENT_check && !term_is_false(search->terms, condition->rest)) {
            recording_add_violation(recording_of(search), recorded_from(search), choice_taken(search),
                                    term_and(search->terms, guard, condition->rest), condition->property,
                                    condition->position);
            condition->rest = term_boolean(search->terms, false);
        }
        guard = term_and(search->terms, guard, condition->term);
    }
    return guard;
}

static void record_step(TreeSearch *search, uint32_t to)
{
    Term guard = record_checks(search);
    recording_add_step(recording_of(search), recorded_from(search), choice_taken(search), guard, to);
}

static void record_node(TreeSearch *search, TreeNode *node)
{
    uint32_t *recorded = recorded_at(node);
    *recorded = recording_add_node(recording_of(search), search->path.count);
    record_step(search, *recorded);
}

static bool enter(TreeSearch *search, TreeNode *node)
{
    record_node(search, node);
    for (uint32_t i = 0; i < node->choices.count; i++)
        node->choices.data[i].wanted = true;
    return true;
}

static void violated(TreeSearch *search, const Machine *machine, const Violation *race)
{
    Walk *walk = search->data;
    Term guard = record_checks(search);
    const Violation *violation = race ? race : machine_violation(machine);
    if (!walk->executed)
        walk->executed = tree_confirm_path(search, machine, race);
    recording_add_violation(recording_of(search), recorded_from(search), choice_taken(search), guard,
                            violation->property, violation->position);
    // Where the tree that the bound allows would be large, one violation that was executed is enough.
    search->enough = !search->task->options->all && (search->bounds.looking || search->policy->reduces);
}

static void note_leaf(TreeSearch *search, TreeLeaf leaf, const Machine *machine)
{
    (void)machine;
    if (leaf == TREE_KNOWN)
        record_step(search, search->known.met_label);
    else
        record_checks(search);
}

// --- The walk with partial order reduction, which a bound on context switches forbids

static bool enter_reduced(TreeSearch *search, TreeNode *node)
{
    record_node(search, node);
    return dpor_enter(search, node);
}

static void note_leaf_reduced(TreeSearch *search, TreeLeaf leaf, const Machine *machine)
{
    note_leaf(search, leaf, machine);
    dpor_leaf(search, leaf, machine);
}

// --- The answers

// Whether all inputs that the machine has read are those of the solution. If not, the plan is for another try.
static bool inputs_agree(const Recording *recording, const Machine *machine, InputPlan *plan)
{
    VECTOR(uint32_t) read = {0}; // by thread
    uint32_t count;
    const InputValue *inputs = machine_inputs(machine, &count);
    bool agree = true;
    plan->placed.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (inputs[i].thread >= read.count)
            vector_resize(&read, inputs[i].thread + 1);
        PlacedInput placed = {.thread = inputs[i].thread, .index = read.data[inputs[i].thread]++, .open = true};
        if (!inputs[i].symbol)
            continue;
        placed.value = recording_symbol_value(recording, inputs[i].symbol, inputs[i].value);
        agree &= placed.value == inputs[i].value;
        vector_push(&plan->placed, placed);
    }
    vector_free(&read);
    return agree;
}

// Executes the choices as far as they go. Returns how many were needed.
static uint32_t execute(Machine *machine, const RecordedChoices *choices)
{
    uint32_t steps = 0;
    while (steps < choices->count && machine_status(machine) == MACHINE_RUNNING &&
           choices->data[steps].thread < machine_thread_count(machine) &&
           choices->data[steps].alternative < machine_alternatives(machine, choices->data[steps].thread))
        machine_step(machine, choices->data[steps++]);
    return steps;
}

// Which inputs there are, and so which the solution means, is known when the execution has come to them.
static void report_solution(TreeSearch *search, const Recording *recording, const RecordedChoices *choices)
{
    InputPlan plan = {0};
    if (search->task->machine.inputs) {
        plan.named = search->task->machine.inputs->named;
        plan.ordered = search->task->machine.inputs->ordered;
    }
    MachineOptions options = search->options;
    options.inputs = &plan;
    options.limits = NULL; // it ends
    Machine *machine = machine_create(search->task->program, &options);
    uint32_t steps = execute(machine, choices);
    while (!inputs_agree(recording, machine, &plan)) {
        machine_free(machine);
        machine = machine_create(search->task->program, &options);
        steps = execute(machine, choices);
    }
    Violation race;
    bool violated = machine_status(machine) == MACHINE_VIOLATION;
    if (!violated && !(steps == choices->count && machine_status(machine) == MACHINE_RUNNING &&
                       (search->options.properties & PROPERTY_BIT(PROPERTY_RACE)) && machine_find_race(machine, &race)))
        INTERNAL_ERROR("nothing is violated where the formula says so");
    tree_report_choices(search, machine, violated ? NULL : &race, choices->data, steps);
    machine_free(machine);
    vector_free(&plan.placed);
}

static void begin(TreeSearch *search)
{
    Walk *walk = memory_allocate_zeroed(sizeof *walk);
    walk->recording = recording_create(search->terms, search->task->limits);
    search->data = walk;
}

static void end_with(TreeSearch *search, bool widening)
{
    Walk *walk = search->data;
    Recording *recording = walk->recording;
    Statistics *statistics = &search->findings->statistics;
    RecordedChoices choices = {0};
    SolveResult result = SOLVE_REFUTED;
    search->stopped |= limits_exceeded(search->task->limits) != LIMIT_NONE;
    if (!search->stopped)
        recording_encode(recording, statistics);
    while (!search->stopped && (result = recording_solve(recording, widening, statistics, &choices)) == SOLVE_SATISFIED)
        report_solution(search, recording, &choices);
    if (result == SOLVE_STOPPED)
        coverage_note_unknown(&search->findings->coverage, "%s",
                              limits_reason_text(limits_exceeded(search->task->limits)));
    // There was no time for the formula.
    if (walk->executed && !search->findings->coverage.escaped && !search->findings->counterexamples.count)
        vector_push(&search->findings->counterexamples, walk->executed);
    else
        trace_free(walk->executed);
    vector_free(&choices);
    recording_free(recording);
    free(walk);
    search->data = NULL;
}

static void end(TreeSearch *search)
{
    end_with(search, false);
}

static void end_widening(TreeSearch *search)
{
    end_with(search, true);
}

// One that is walked up to a bound, and one that is walked without.
#define POLICIES(engine, end_of_search)          \
    static const TreePolicy engine##_reduced = { \
        .name = #engine,                         \
        .records = true,                         \
        .merges = true,                          \
        .twins = true,                           \
        .reduces = true,                         \
        .node_size = sizeof(ReducedNode),        \
        .begin = begin,                          \
        .end = end_of_search,                    \
        .enter = enter_reduced,                  \
        .violated = violated,                    \
        .stepped = dpor_stepped,                 \
        .leaf = note_leaf_reduced,               \
        .free_data = dpor_free_data,             \
    };                                           \
    static const TreePolicy engine##_policy = {  \
        .name = #engine,                         \
        .remembers = true,                       \
        .records = true,                         \
        .merges = true,                          \
        .twins = true,                           \
        .unbounded = &engine##_reduced,          \
        .begin = begin,                          \
        .end = end_of_search,                    \
        .enter = enter,                          \
        .violated = violated,                    \
        .leaf = note_leaf,                       \
    }

POLICIES(record, end);
POLICIES(uw, end_widening);

static void record(const EngineTask *task, Findings *findings)
{
    tree_search(task, &record_policy, findings);
}

static void uw(const EngineTask *task, Findings *findings)
{
    tree_search(task, &uw_policy, findings);
}

#define SOURCE "Cordeiro, Fischer: Verifying Multi-threaded Software using SMT-based Context-Bounded Model Checking"

const Engine engine_record = {
    .name = "record",
    .summary = "all interleavings up to --context-bound in one formula, one question to the solver",
    .source = SOURCE,
    .in_short = "the tree as one formula",
    .inputs = ENGINE_INPUTS_ALL,
    .options = HEEDS(context_bound) | HEEDS(no_dpor) | HEEDS(keep_order),
    .search = record,
};

const Engine engine_uw = {
    .name = "uw",
    .summary = "the same, but interleavings are allowed bit by bit, as proofs show that they matter",
    .source = SOURCE,
    .in_short = "that formula, bit by bit",
    .inputs = ENGINE_INPUTS_ALL,
    .options = HEEDS(context_bound) | HEEDS(no_dpor) | HEEDS(keep_order),
    .search = uw,
};
