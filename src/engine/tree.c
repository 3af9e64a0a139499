#include "engine/tree.h"

#include <stdlib.h>

#include "base/fail.h"
#include "base/memory.h"

// On paths this long cycles are looked for in every state: loops that read no shared memory go round too.
enum { CYCLE_CHECK_DEPTH = 256, PROGRESS_INTERVAL = 256, CLAUSE_LIMIT = 4000000 };

// --- Inputs

static TreeInputs *inputs_create(const TreeSearch *search)
{
    TreeInputs *inputs = memory_allocate_zeroed(sizeof *inputs);
    inputs->references = 1;
    if (search->task->machine.inputs) {
        inputs->plan.named = search->task->machine.inputs->named;
        inputs->plan.ordered = search->task->machine.inputs->ordered;
    }
    inputs->plan.random = search->policy->random_inputs;
    inputs->plan.seed = search->task->options->seed;
    inputs->options = search->options;
    inputs->options.inputs = &inputs->plan;
    return inputs;
}

static void inputs_release(TreeInputs *inputs)
{
    if (--inputs->references)
        return;
    vector_free(&inputs->plan.placed);
    free(inputs);
}

// --- What happens in a step

bool tree_matters(const TreeSearch *search, const Machine *machine, uint32_t thread)
{
    if (!search->slice || machine_thread_finished(machine, thread))
        return true;
    uint32_t function, instruction;
    machine_thread_place(machine, thread, &function, &instruction);
    return slice_contains(search->slice, function, instruction);
}

static bool runs_alone(const Machine *machine, uint32_t thread)
{
    for (uint32_t i = 0; i < machine_thread_count(machine); i++)
        if (i != thread && !machine_thread_finished(machine, i))
            return false;
    return true;
}

static void note_condition(TreeSearch *search, const Machine *machine, const Event *event)
{
    TermTable *terms = search->terms;
    if (!event->term || term_is_true(terms, event->term))
        return;
    // Where it does not hold the thread stops. That is of interest if there are others who go on.
    bool stops = event->kind == EVENT_assume ||
                 (event->kind == EVENT_check && !(search->options.properties & PROPERTY_BIT(event->property)));
    bool idle = event->kind == EVENT_branch && !tree_matters(search, machine, event->thread);
    Term rest = idle || (stops && runs_alone(machine, event->thread)) ? term_boolean(terms, false)
                                                                      : term_not(terms, event->term);
    vector_push(&search->conditions,
                (TreeCondition){event->kind, event->thread, (uint32_t)event->previous, event->term, rest, idle, true});
}

static bool is_access(EventKind kind)
{
    return kind == EVENT_read || kind == EVENT_write || kind == EVENT_update;
}

static void add_act(TreeSearch *search, TreeNode *node, const Event *event)
{
    TreeAct act = {.thread = event->thread,
                   .after = event->kind == EVENT_join ? event->other : UINT32_MAX,
                   .created = event->kind == EVENT_create ? event->other : UINT32_MAX};
    for (uint32_t i = 0; event->kind == EVENT_start && i < node->acts.count; i++)
        if (node->acts.data[i].created == event->thread)
            act.after = node->acts.data[i].thread;
    if (search->idle_access && is_access(event->kind) && event->thread == node->choice.thread)
        search->idle_access = false; // this is the one
    else
        footprint_add_event(&act.footprint, event);
    footprint_add(&node->footprint, &act.footprint);
    vector_push(&node->acts, act);
}

static void clear_acts(TreeNode *node)
{
    for (uint32_t i = 0; i < node->acts.count; i++)
        footprint_free(&node->acts.data[i].footprint);
    node->acts.count = 0;
}

static void note_event(void *context, const Machine *machine, const Event *event)
{
    TreeSearch *search = context;
    switch (event->kind) {
    case EVENT_branch:
    case EVENT_pin:
    case EVENT_assume:
    case EVENT_check:
        note_condition(search, machine, event);
        return;
    default:
        break;
    }
    if (search->observing)
        add_act(search, search->observing, event);
}

// --- Leaves

static void ask_checks(TreeSearch *search);

static MachineOptions concrete_options(const TreeSearch *search)
{
    MachineOptions options = search->options;
    options.terms = NULL;
    options.input_symbols = NULL;
    return options;
}

static void report_order(TreeSearch *search, const Machine *machine, const Violation *race, const TreeOrder *order)
{
    if (!found_places_add(&search->found, race ? race : machine_violation(machine)))
        return;
    MachineOptions options = concrete_options(search);
    Trace *trace = execution_confirm(search->task, &options, machine, race, order->data, order->count);
    vector_push(&search->verdict->counterexamples, trace);
    search->stopped |= !search->task->options->all;
}

// After so many steps of the path.
static void report(TreeSearch *search, const Machine *machine, const Violation *race, uint32_t steps)
{
    TreeOrder order = {0};
    for (uint32_t i = 0; i < steps; i++)
        vector_push(&order, search->path.data[i]->choice);
    report_order(search, machine, race, &order);
    vector_free(&order);
}

void tree_try_order(TreeSearch *search, const TreeOrder *order, const Machine *inputs)
{
    InputPlan plan = {0};
    VECTOR(uint32_t) read = {0}; // by thread
    uint32_t count, steps = 0;
    const InputValue *values = machine_inputs(inputs, &count);
    vector_resize(&read, machine_thread_count(inputs));
    for (uint32_t i = 0; i < count; i++)
        vector_push(&plan.placed, (PlacedInput){.thread = values[i].thread,
                                                .index = read.data[values[i].thread]++,
                                                .value = values[i].value});
    MachineOptions options = concrete_options(search);
    options.inputs = &plan;
    Machine *machine = machine_create(search->task->program, &options);
    while (steps < order->count && machine_status(machine) == MACHINE_RUNNING &&
           order->data[steps].thread < machine_thread_count(machine) &&
           order->data[steps].alternative < machine_alternatives(machine, order->data[steps].thread))
        machine_step(machine, order->data[steps++]);
    if (machine_status(machine) == MACHINE_VIOLATION) {
        TreeOrder taken = {.data = order->data, .count = steps};
        report_order(search, machine, NULL, &taken);
    }
    machine_free(machine);
    vector_free(&read);
    input_plan_free(&plan);
}

static void end_run(TreeSearch *search, TreeLeaf leaf, const Machine *machine)
{
    Statistics *statistics = &search->verdict->statistics;
    if (search->policy->ended && machine_status(machine) == MACHINE_EXITED && search->policy->ended(search, machine))
        leaf = TREE_CUT;
    statistics->runs++;
    if (leaf == TREE_ENDED || leaf == TREE_VIOLATION)
        statistics->interleavings++;
    else
        statistics->pruned++;
    statistics->failed += leaf == TREE_VIOLATION;
    statistics->events += machine_event_count(machine);
    coverage_add(&search->coverage, machine);
    if (search->policy->checks_at_leaf)
        ask_checks(search);
    if (search->policy->leaf)
        search->policy->leaf(search, leaf, machine);
}

// The machine has stopped behind the last node.
static void finish_run(TreeSearch *search, const Machine *machine)
{
    TreeLeaf leaf = TREE_ENDED;
    switch (machine_status(machine)) {
    case MACHINE_VIOLATION:
        report(search, machine, NULL, search->path.count);
        leaf = TREE_VIOLATION;
        break;
    case MACHINE_DISCARDED:
        leaf = TREE_DISCARDED;
        break;
    case MACHINE_ESCAPED:
        search->escaped = search->stopped = true;
        break;
    case MACHINE_UNKNOWN:
        search->stopped |= limits_exceeded(search->task->limits) != LIMIT_NONE;
        break;
    default:
        break;
    }
    end_run(search, leaf, machine);
}

// --- Nodes

static void free_node(const TreeSearch *search, TreeNode *node)
{
    if (search->policy->free_data)
        search->policy->free_data(node);
    machine_free(node->machine);
    inputs_release(node->inputs);
    for (uint32_t i = 0; i < node->choices.count; i++)
        footprint_free(&node->choices.data[i].footprint);
    vector_free(&node->choices);
    footprint_free(&node->footprint);
    clear_acts(node);
    vector_free(&node->acts);
    vector_free(&node->reads);
    free(node);
}

static bool bounded_switches(const TreeSearch *search)
{
    return OPTION_GIVEN(search->task->options, context_bound);
}

// As in enumerate: a change of thread counts unless creating or joining threads forces it.
static bool counts_as_switch(const TreeSearch *search, const TreeNode *node, uint32_t depth, uint32_t thread)
{
    uint32_t last = node->last_thread;
    if (last == UINT32_MAX || last == thread)
        return false;
    if (machine_thread_finished(node->machine, last))
        return machine_joined_by(node->machine, last) != thread;
    if (machine_pending(node->machine, last).kind == EVENT_join)
        return false;
    return search->born.data[thread] != depth;
}

// The end of the process only cuts off what the others would do: nothing is lost if it comes last.
static bool can_be_put_off(const TreeSearch *search, const TreeNode *node, uint32_t thread)
{
    return !search->exit_matters && machine_pending(node->machine, thread).kind == EVENT_process_exit;
}

static void collect_choices(TreeSearch *search, TreeNode *node)
{
    const Machine *machine = node->machine;
    uint32_t threads = machine_thread_count(machine), put_off = UINT32_MAX;
    node->whole = true;
    for (uint32_t i = 0; i < threads; i++)
        if (machine_thread_yields(machine, i)) { // commutes with everything: one order is enough
            vector_push(&node->choices, (TreeChoice){.thread = i, .alternatives = 1});
            return;
        }
    for (uint32_t i = 0; i < threads; i++) {
        uint32_t alternatives = machine_alternatives(machine, i);
        if (!alternatives)
            continue;
        if (bounded_switches(search) && counts_as_switch(search, node, search->path.count, i) &&
            node->switches >= search->task->options->context_bound) {
            search->coverage.cut_switches = true;
            node->whole = false;
        } else if (can_be_put_off(search, node, i)) {
            put_off = i;
        } else {
            vector_push(&node->choices, (TreeChoice){.thread = i, .alternatives = alternatives});
        }
    }
    if (!node->choices.count && put_off != UINT32_MAX)
        vector_push(&node->choices, (TreeChoice){.thread = put_off, .alternatives = 1});
}

// Whether the state was on the path already.
static bool closes_cycle(TreeSearch *search, TreeNode *node)
{
    if (!machine_iterated(node->machine) && search->path.count < CYCLE_CHECK_DEPTH)
        return false;
    uint64_t fingerprint[2];
    machine_fingerprint(node->machine, fingerprint);
    uint64_t *seen = map_insert(&search->visited, fingerprint[0]);
    if (*seen) {
        search->cycle_start = (uint32_t)*seen - 1;
        return true;
    }
    *seen = search->path.count + 1;
    node->fingerprint = fingerprint[0];
    node->tracked = true;
    return false;
}

// The state, how it may go on, and the conditions under which it was reached.
static void compute_memory_key(const TreeSearch *search, TreeNode *node, const TreeNode *from)
{
    uint64_t conditions = 0;
    for (uint32_t i = 0; i < search->conditions.count; i++)
        conditions += hash_mix(search->conditions.data[i].term);
    machine_fingerprint(node->machine, node->memory);
    for (uint32_t i = 0; i < 2; i++) {
        node->memory[i] = hash_mix(node->memory[i] ^ conditions);
        if (bounded_switches(search)) {
            node->memory[i] = hash_mix(node->memory[i] ^ ((uint64_t)node->switches << 32 | node->last_thread));
            node->memory[i] = hash_mix(node->memory[i] ^ (from ? machine_thread_count(from->machine) : 0));
        }
    }
}

// Whether the state is known, with all that can follow. Then this is counted.
static bool recalls(TreeSearch *search, TreeNode *node, const TreeNode *from)
{
    if (!search->policy->remembers)
        return false;
    compute_memory_key(search, node, from);
    const uint64_t *known = map_find(&search->remembered, node->memory[0]);
    const TreeMemory *memory = known && *known ? &search->memories.data[*known - 1] : NULL;
    if (!memory || memory->key != node->memory[1])
        return false;
    search->verdict->statistics.interleavings += memory->ended;
    search->verdict->statistics.failed += memory->failed;
    return true;
}

static void remember(TreeSearch *search, const TreeNode *node)
{
    if (!search->policy->remembers || search->stopped)
        return;
    const Statistics *statistics = &search->verdict->statistics;
    vector_push(&search->memories, (TreeMemory){.key = node->memory[1],
                                                .ended = statistics->interleavings - node->ended_before,
                                                .failed = statistics->failed - node->failed_before});
    *map_insert(&search->remembered, node->memory[0]) = search->memories.count;
}

static void note_births(TreeSearch *search, const Machine *machine, uint32_t before)
{
    if (machine_thread_count(machine) > search->born.count)
        vector_resize(&search->born, machine_thread_count(machine));
    for (uint32_t i = before; i < machine_thread_count(machine); i++)
        search->born.data[i] = search->path.count;
}

// A state that a step has led to; takes the machine. `from` is the node of the step, NULL at the root.
static void enter(TreeSearch *search, Machine *machine, TreeInputs *inputs, const TreeNode *from)
{
    if (machine_status(machine) != MACHINE_RUNNING) {
        finish_run(search, machine);
        machine_free(machine);
        return;
    }
    Violation race;
    if ((search->options.properties & PROPERTY_BIT(PROPERTY_RACE)) && machine_find_race(machine, &race))
        report(search, machine, &race, search->path.count);
    TreeNode *node = memory_allocate_zeroed(sizeof *node);
    node->machine = machine;
    node->inputs = inputs;
    inputs->references++;
    node->last_thread = from ? from->choice.thread : UINT32_MAX;
    if (from)
        node->switches = from->switches + counts_as_switch(search, from, search->path.count - 1, from->choice.thread);
    if (search->stopped || closes_cycle(search, node)) {
        end_run(search, search->stopped ? TREE_CUT : TREE_CYCLE, machine);
        free_node(search, node);
        return;
    }
    if (recalls(search, node, from)) {
        end_run(search, TREE_KNOWN, machine);
        if (node->tracked)
            *map_insert(&search->visited, node->fingerprint) = 0;
        free_node(search, node);
        return;
    }
    node->ended_before = search->verdict->statistics.interleavings;
    node->failed_before = search->verdict->statistics.failed;
    note_births(search, machine, from ? machine_thread_count(from->machine) : 0);
    collect_choices(search, node);
    bool goes_on = true;
    if (search->policy->enter)
        goes_on = search->policy->enter(search, node);
    else
        for (uint32_t i = 0; i < node->choices.count; i++)
            node->choices.data[i].wanted = true;
    bool open = false;
    for (uint32_t i = 0; i < node->choices.count; i++)
        open |= node->choices.data[i].wanted && !node->choices.data[i].asleep;
    if (!goes_on || !open) {
        end_run(search, goes_on && node->choices.count ? TREE_ASLEEP : TREE_CUT, machine);
        if (node->tracked)
            *map_insert(&search->visited, node->fingerprint) = 0;
        free_node(search, node);
        return;
    }
    vector_push(&search->path, node);
}

// --- Steps

static void begin_step(TreeSearch *search, TreeNode *node, const Machine *machine)
{
    Pending pending = machine_pending(machine, node->choice.thread);
    search->idle_access = is_access(pending.kind) && !tree_matters(search, machine, node->choice.thread);
    node->idle = search->idle_access;
    node->footprint.touches.count = 0;
    clear_acts(node);
    vector_push(&node->acts, (TreeAct){.thread = node->choice.thread, .after = UINT32_MAX, .created = UINT32_MAX});
    search->observing = node;
}

// Not all calls tell by an event what they looked at, if they fail.
static void note_untold(TreeNode *node, const Machine *before)
{
    Footprint pending = {0};
    footprint_add_pending(&pending, before, node->choice.thread);
    for (uint32_t i = 0; i < pending.touches.count; i++) {
        Touch *touch = &pending.touches.data[i];
        bool told = false;
        for (uint32_t j = 0; j < node->footprint.touches.count && !told; j++)
            told = node->footprint.touches.data[j].address == touch->address &&
                   node->footprint.touches.data[j].thread == touch->thread;
        Footprint one = {.touches = {.data = touch, .count = 1, .capacity = 1}};
        if (!told)
            footprint_add(&node->acts.data[0].footprint, &one);
    }
    footprint_add(&node->footprint, &node->acts.data[0].footprint);
    footprint_free(&pending);
}

static void end_step(TreeSearch *search, TreeNode *node, const Machine *before)
{
    search->observing = NULL;
    search->idle_access = false;
    if (!node->idle)
        note_untold(node, before);
    footprint_add(&node->choices.data[node->taken].footprint, &node->footprint);
    if (search->policy->stepped)
        search->policy->stepped(search, node, before);
}

static void note_reads(TreeSearch *search, TreeNode *node, const Machine *machine)
{
    TreeReads *reads = node ? &node->reads : &search->root_reads;
    uint32_t count;
    const InputValue *values = machine_inputs(machine, &count);
    reads->count = 0;
    for (uint32_t i = 0; i < count; i++)
        vector_push(reads, values[i]);
}

static void take_choice(TreeSearch *search, TreeNode *node, uint32_t index)
{
    TreeChoice *choice = &node->choices.data[index];
    node->taken = index;
    node->choice = (Choice){choice->thread, choice->next++};
    node->first_condition = search->conditions.count;
    Machine *machine = machine_clone(node->machine);
    machine_observe(machine, note_event, search);
    begin_step(search, node, machine);
    machine_step(machine, node->choice);
    machine_observe(machine, NULL, NULL);
    node->stepped = true;
    note_reads(search, node, machine);
    end_step(search, node, node->machine);
    enter(search, machine, node->inputs, node);
}

// --- The ways not gone

static SolveResult solve(TreeSearch *search, const Literal *assumptions, uint32_t count)
{
    double started = clock_now();
    SolveResult result = solver_solve(search->solver, assumptions, count);
    search->verdict->statistics.solver_s += clock_now() - started;
    search->verdict->statistics.solver_calls++;
    return result;
}

// Whether a condition can hold together with the first ones of the path; `all`: also with those of idle branches.
static SolveResult ask(TreeSearch *search, uint32_t first, Term condition, bool all)
{
    if (solver_statistics(search->solver).clauses > CLAUSE_LIMIT) {
        solver_free(search->solver);
        search->solver = solver_create(search->terms, search->task->limits);
    }
    VECTOR(Literal) assumptions = {0};
    for (uint32_t i = 0; i < first; i++)
        if (all || !search->conditions.data[i].idle)
            vector_push(&assumptions, solver_literal(search->solver, search->conditions.data[i].term));
    vector_push(&assumptions, solver_literal(search->solver, condition));
    SolveResult result = solve(search, assumptions.data, assumptions.count);
    vector_free(&assumptions);
    return result;
}

SolveResult tree_ask(TreeSearch *search, Term condition)
{
    return ask(search, search->conditions.count, condition, false);
}

static bool has_idle(const TreeSearch *search, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (search->conditions.data[i].idle)
            return true;
    return false;
}

// Whether the other way at a condition can be gone. Idle branches that are in its way are to be turned round first.
static SolveResult ask_other_way(TreeSearch *search, uint32_t index)
{
    Term rest = search->conditions.data[index].rest;
    SolveResult result = ask(search, index, rest, false);
    if (result != SOLVE_SATISFIED || !has_idle(search, index))
        return result;
    result = ask(search, index, rest, true);
    for (uint32_t i = 0; i < index && result == SOLVE_REFUTED; i++) {
        TreeCondition *condition = &search->conditions.data[i];
        if (condition->idle)
            condition->rest = term_not(search->terms, condition->term);
        condition->idle = false;
    }
    return result;
}

// The inputs that the solver has found; those it says nothing about stay as they were.
static TreeInputs *read_inputs(TreeSearch *search, const TreeReads *reads)
{
    TreeInputs *inputs = inputs_create(search);
    VECTOR(uint32_t) read = {0}; // by thread
    for (uint32_t i = 0; i < reads->count; i++) {
        const InputValue *input = &reads->data[i];
        if (input->thread >= read.count)
            vector_resize(&read, input->thread + 1);
        uint32_t index = read.data[input->thread]++;
        if (input->symbol)
            vector_push(&inputs->plan.placed,
                        (PlacedInput){.thread = input->thread,
                                      .index = index,
                                      .value = solver_symbol_value(search->solver, input->symbol, input->value),
                                      .open = true});
    }
    vector_free(&read);
    return inputs;
}

// Executes `steps` of the path with other inputs, under which the conditions so far hold.
static Machine *execute_path(TreeSearch *search, TreeInputs *inputs, uint32_t steps, EventSink *sink)
{
    search->observing = NULL;
    Machine *machine = machine_create_observed(search->task->program, &inputs->options, sink, search);
    for (uint32_t i = 0; i < steps; i++) {
        if (machine_status(machine) != MACHINE_RUNNING)
            INTERNAL_ERROR("a path ends early with other inputs");
        machine_step(machine, search->path.data[i]->choice);
    }
    return machine;
}

static bool is_same_decision(const TreeCondition *a, const TreeCondition *b)
{
    return a->thread == b->thread && a->number == b->number;
}

static bool is_decision(const TreeCondition *condition)
{
    return condition->kind == EVENT_branch || condition->kind == EVENT_pin;
}

// The path so far was executed with inputs under which the condition at `index` is another; `before` are those of the old path up to it. What is
// known of the old way is kept, what comes behind is new.
static void merge_conditions(TreeSearch *search, const TreeCondition *before, uint32_t index)
{
    TermTable *terms = search->terms;
    VECTOR(TreeCondition) merged = {0};
    uint32_t base = index, same = 0;
    while (base && is_same_decision(&before[base - 1], &before[index]))
        base--;
    // Only decisions must be the same: what lies on ways not gone may look different with other inputs.
    for (uint32_t i = 0; i < base; i++) {
        if (!before[i].told || !is_decision(&before[i]))
            continue;
        while (same < search->conditions.count && !is_decision(&search->conditions.data[same]))
            same++;
        if (same >= search->conditions.count || search->conditions.data[same++].term != before[i].term)
            INTERNAL_ERROR("a path is another with other inputs");
    }
    while (same < search->conditions.count && !is_same_decision(&search->conditions.data[same], &before[index]) &&
           !is_decision(&search->conditions.data[same]))
        same++;
    for (uint32_t i = 0; i <= index; i++) {
        vector_push(&merged, before[i]);
        merged.data[i].told &= i < base;
    }
    merged.data[index].term = before[index].rest;
    merged.data[index].rest = term_boolean(terms, false);
    for (uint32_t i = same; i < search->conditions.count; i++) {
        TreeCondition condition = search->conditions.data[i];
        if (is_same_decision(&condition, &before[index])) {
            condition.rest = term_boolean(terms, false); // asked about on the old way
            if (is_decision(&condition)) {
                // There may be more than two ways.
                merged.data[index].term = condition.term;
                merged.data[index].rest = term_and(terms, before[index].rest, term_not(terms, condition.term));
            }
        }
        vector_push(&merged, condition);
    }
    search->conditions.count = 0;
    for (uint32_t i = 0; i < merged.count; i++)
        vector_push(&search->conditions, merged.data[i]);
    vector_free(&merged);
}

// Goes the way that the solver has found to exist, at a condition of the last step (or, at the root, before the first).
static void take_other_way(TreeSearch *search, uint32_t index)
{
    TreeNode *node = search->path.count ? vector_last(&search->path) : NULL;
    TreeInputs *inputs = read_inputs(search, node ? &node->reads : &search->root_reads);
    VECTOR(TreeCondition) before = {0};
    for (uint32_t i = 0; i <= index; i++)
        vector_push(&before, search->conditions.data[i]);
    search->conditions.count = 0;
    Machine *machine = execute_path(search, inputs, node ? search->path.count - 1 : 0, note_event);
    Machine *start = node ? machine_clone(machine) : NULL;
    if (node) {
        begin_step(search, node, machine);
        machine_step(machine, node->choice);
    }
    machine_observe(machine, NULL, NULL);
    merge_conditions(search, before.data, index);
    if (before.data[index].kind == EVENT_check && machine_status(machine) == MACHINE_VIOLATION)
        search->conditions.count = index + 1; // this was the only way to it
    vector_free(&before);
    note_reads(search, node, machine);
    if (node)
        end_step(search, node, start);
    machine_free(start);
    enter(search, machine, inputs, node);
    inputs_release(inputs);
}

// Tries to go another way at one of the conditions from `first` on, the last ones first. False if there is none left.
static bool turn_condition(TreeSearch *search, uint32_t first)
{
    while (search->conditions.count > first) {
        uint32_t index = search->conditions.count - 1;
        const TreeCondition *condition = &search->conditions.data[index];
        bool open = !term_is_false(search->terms, condition->rest) &&
                    !(search->policy->checks_at_leaf && condition->kind == EVENT_check);
        SolveResult result = open ? ask_other_way(search, index) : SOLVE_REFUTED;
        if (result == SOLVE_STOPPED)
            return true; // a limit: the search ends
        if (result == SOLVE_SATISFIED) {
            take_other_way(search, index);
            return true;
        }
        vector_drop(&search->conditions);
    }
    return false;
}

// --- All checks of a run in one question

// That one of the checks not asked about yet can fail, and the conditions before it hold.
static Term some_check_fails(const TreeSearch *search)
{
    Term some = term_boolean(search->terms, false), before = term_boolean(search->terms, true);
    for (uint32_t i = 0; i < search->conditions.count; i++) {
        const TreeCondition *condition = &search->conditions.data[i];
        if (condition->kind == EVENT_check)
            some = term_or(search->terms, some, term_and(search->terms, before, condition->rest));
        before = term_and(search->terms, before, condition->term);
    }
    return some;
}

// The run that fails the first of them under the inputs that the solver has found.
static void execute_failure(TreeSearch *search, const TreeReads *reads)
{
    TreeInputs *inputs = read_inputs(search, reads);
    Machine *machine = machine_create_observed(search->task->program, &inputs->options, NULL, NULL);
    uint32_t steps = 0;
    for (; steps < search->path.count && machine_status(machine) == MACHINE_RUNNING; steps++)
        machine_step(machine, search->path.data[steps]->choice);
    if (machine_status(machine) != MACHINE_VIOLATION)
        INTERNAL_ERROR("a check does not fail as the solver said");
    report(search, machine, NULL, steps);
    search->verdict->statistics.runs++;
    search->verdict->statistics.interleavings++;
    search->verdict->statistics.failed++;
    machine_free(machine);
    inputs_release(inputs);
}

static void ask_checks(TreeSearch *search)
{
    const TreeReads *reads = search->path.count ? &vector_last(&search->path)->reads : &search->root_reads;
    Term question;
    while (!search->stopped && !term_is_false(search->terms, question = some_check_fails(search))) {
        Literal literal = solver_literal(search->solver, question);
        SolveResult result = solve(search, &literal, 1);
        if (result == SOLVE_STOPPED)
            return;
        bool failed = false;
        for (uint32_t i = 0; i < search->conditions.count && !failed; i++) {
            TreeCondition *condition = &search->conditions.data[i];
            if (condition->kind != EVENT_check || term_is_false(search->terms, condition->rest))
                continue;
            failed = result == SOLVE_SATISFIED && solver_term_value(search->solver, condition->rest);
            if (failed || result == SOLVE_REFUTED)
                condition->rest = term_boolean(search->terms, false);
        }
        if (failed)
            execute_failure(search, reads);
    }
}

// --- The search

static void leave(TreeSearch *search)
{
    TreeNode *node = vector_pop(&search->path);
    remember(search, node);
    if (search->policy->leave)
        search->policy->leave(search, node);
    if (node->tracked)
        *map_insert(&search->visited, node->fingerprint) = 0;
    free_node(search, node);
}

static void advance(TreeSearch *search)
{
    TreeNode *node = vector_last(&search->path);
    if (node->stepped && turn_condition(search, node->first_condition))
        return;
    for (uint32_t i = 0; i < node->choices.count; i++) {
        const TreeChoice *choice = &node->choices.data[i];
        if (choice->wanted && !choice->asleep && choice->next < choice->alternatives) {
            take_choice(search, node, i);
            return;
        }
    }
    leave(search);
}

static void check_limits(TreeSearch *search, uint64_t round)
{
    LimitReason reason = limits_exceeded(search->task->limits);
    if (reason != LIMIT_NONE) {
        text_clear(&search->coverage.unknown);
        text_append(&search->coverage.unknown, limits_reason_text(reason));
        search->stopped = true;
    }
    if (search->task->progress && round % PROGRESS_INTERVAL == 0)
        search->task->progress(search->task->progress_context, search->policy->name, &search->verdict->statistics);
}

static void explore(TreeSearch *search)
{
    TreeInputs *inputs = inputs_create(search);
    Machine *machine = execute_path(search, inputs, 0, note_event);
    if (machine_status(machine) == MACHINE_DISCARDED && inputs->plan.random) {
        // It begins better with nothing special.
        machine_free(machine);
        inputs->plan.random = false;
        search->conditions.count = 0;
        machine = execute_path(search, inputs, 0, note_event);
    }
    machine_observe(machine, NULL, NULL);
    note_reads(search, NULL, machine);
    enter(search, machine, inputs, NULL);
    inputs_release(inputs);
    for (uint64_t round = 0; !search->stopped; round++) {
        if (search->path.count)
            advance(search);
        else if (!turn_condition(search, 0))
            break;
        check_limits(search, round);
    }
    while (search->path.count)
        leave(search);
}

static void begin(TreeSearch *search)
{
    search->reduces = search->policy->reduces && !bounded_switches(search) && !search->exit_matters &&
                      !search->task->options->no_dpor;
    if (search->policy->slices && !search->task->options->no_slice)
        search->slice = slice_compute(search->task->program, search->options.properties);
    search->terms = terms_create();
    search->options.terms = search->terms;
    search->options.input_symbols = &search->symbols;
    search->options.error_branches = true;
    search->options.plain_branches = !search->policy->checks_at_leaf;
    search->solver = solver_create(search->terms, search->task->limits);
    if (search->policy->begin)
        search->policy->begin(search);
}

static void end(TreeSearch *search)
{
    if (search->policy->end)
        search->policy->end(search);
    search->verdict->statistics.clauses += solver_statistics(search->solver).clauses;
    slice_free(search->slice);
    solver_free(search->solver);
    input_symbols_free(&search->symbols);
    terms_free(search->terms);
    vector_free(&search->path);
    vector_free(&search->conditions);
    vector_free(&search->born);
    vector_free(&search->root_reads);
    map_free(&search->visited);
    map_free(&search->remembered);
    vector_free(&search->memories);
}

void tree_search(const EngineTask *task, const TreePolicy *policy, void *data, Verdict *verdict)
{
    TreeSearch search = {.task = task, .policy = policy, .data = data, .verdict = verdict, .options = task->machine};
    search.exit_matters = (task->machine.properties & PROPERTY_BIT(PROPERTY_LEAK)) != 0;
    verdict->engine = policy->name;
    begin(&search);
    explore(&search);
    end(&search);
    if (search.escaped && !verdict->counterexamples.count) {
        // An address travelled in a way the detection of sharing does not follow.
        coverage_free(&search.coverage);
        verdict->statistics = (Statistics){0};
        search = (TreeSearch){.task = task,
                              .policy = policy,
                              .data = data,
                              .verdict = verdict,
                              .options = task->machine,
                              .exit_matters = search.exit_matters,
                              .found = search.found};
        search.options.share_everything = true;
        begin(&search);
        explore(&search);
        end(&search);
    }
    if (verdict->counterexamples.count) {
        verdict->answer = ANSWER_FALSE;
    } else {
        search.coverage.read_free_input = false; // every value was tried
        coverage_conclude(&search.coverage, verdict);
    }
    vector_free(&search.found.keys);
    coverage_free(&search.coverage);
}
