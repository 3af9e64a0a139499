// Ways that a thread did not go: the solver is asked for inputs, and the path executed again with them.
#include "base/fail.h"
#include "tree/tree_state.h"

// --- The ways not gone

// Whether a condition can hold together with the first ones of the path; `all`: also with those of idle branches.
static SolveResult ask(TreeSearch *search, uint32_t first, Term condition, bool all)
{
    TermList held = {0};
    for (uint32_t i = 0; i < first; i++)
        if (all || !search->conditions.data[i].idle)
            vector_push(&held, search->conditions.data[i].term);
    SolveResult result = answers_ask(search->answers, held.data, held.count, condition);
    vector_free(&held);
    return result;
}

SolveResult tree_ask(TreeSearch *search, Term condition)
{
    return ask(search, search->conditions.count, condition, false);
}

void tree_count_solving(TreeSearch *search, SolverStatistics since)
{
    SolverStatistics now = answers_statistics(search->answers);
    Statistics *statistics = &search->findings->statistics;
    statistics->solver_calls += now.calls - since.calls;
    statistics->clauses += now.clauses - since.clauses;
    statistics->solver_s += now.seconds - since.seconds;
}

static bool has_idle(const TreeSearch *search, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (search->conditions.data[i].idle)
            return true;
    return false;
}

// Whether the other way at a condition can be gone. If the conditions of idle branches before it exclude that, these
// become open: other ways are gone there first.
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
    TreeInputs *inputs = tree_create_inputs(search);
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
                                      .value = answers_symbol_value(search->answers, input->symbol, input->value),
                                      .open = true});
    }
    vector_free(&read);
    return inputs;
}

// Executes `steps` of the path with other inputs, under which the conditions so far hold; less if a limit is exceeded.
Machine *tree_execute_path(TreeSearch *search, TreeInputs *inputs, uint32_t steps, EventSink *sink)
{
    search->observed.node = NULL;
    Machine *machine = machine_create_observed(search->task->program, &inputs->options, sink, search);
    for (uint32_t i = 0; i < steps; i++) {
        if (machine_status(machine) != MACHINE_RUNNING) {
            if (limits_stop(search->task->limits))
                break;
            INTERNAL_ERROR("a path ends early with other inputs");
        }
        machine_step(machine, search->path.data[i]->step.choice);
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

// Whether an earlier decision was the same. Then it makes no difference, and whether it was noted is a matter of how the
// path was found: not if it was met before, unless that is long ago, or was idle then.
static bool is_repeated(const TreeCondition *conditions, uint32_t index)
{
    for (uint32_t i = 0; i < index; i++)
        if (conditions[i].current && is_decision(&conditions[i]) && conditions[i].term == conditions[index].term)
            return true;
    return false;
}

// The path so far was executed with inputs under which the condition at `index` is another; `before` are those of the
// old path up to it. What is known of the old way is kept, what comes after it is new.
static void merge_conditions(TreeSearch *search, const TreeCondition *before, uint32_t index)
{
    TermTable *terms = search->terms;
    VECTOR(TreeCondition) merged = {0};
    uint32_t base = index, same = 0;
    while (base && is_same_decision(&before[base - 1], &before[index]))
        base--;
    // Only decisions must be the same: what lies on ways not gone may look different with other inputs.
    const TreeCondition *now = search->conditions.data;
    uint32_t count = search->conditions.count;
    for (uint32_t i = 0; i < base; i++) {
        if (!before[i].current || !is_decision(&before[i]))
            continue;
        while (same < count &&
               (!is_decision(&now[same]) || (now[same].term != before[i].term && is_repeated(now, same))))
            same++;
        if (same < count && now[same].term == before[i].term)
            same++;
        else if (!is_repeated(before, i))
            INTERNAL_ERROR("a path is another with other inputs");
    }
    while (same < count && !is_same_decision(&now[same], &before[index]) &&
           (!is_decision(&now[same]) || is_repeated(now, same)))
        same++;
    for (uint32_t i = 0; i <= index; i++) {
        vector_push(&merged, before[i]);
        merged.data[i].current &= i < base;
    }
    merged.data[index].term = before[index].rest;
    merged.data[index].rest = term_boolean(terms, false);
    for (uint32_t i = same; i < count; i++) {
        TreeCondition condition = now[i];
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

// A limit was exceeded on it: all is left as it was, for the search to end.
static void give_up_way(TreeSearch *search, Machine *machine, Machine *start, TreeInputs *inputs,
                        const TreeCondition *before, uint32_t count)
{
    search->conditions.count = 0;
    for (uint32_t i = 0; i < count; i++)
        vector_push(&search->conditions, before[i]);
    search->stopped = true;
    machine_free(start);
    machine_free(machine);
    tree_release_inputs(inputs);
}

// With these inputs the step from the last node goes another way, and so accesses other things: what nobody has looked at
// yet where the node was come to.
static void check_race_before(TreeSearch *search, const Machine *start)
{
    Violation race;
    if ((search->options.properties & PROPERTY_BIT(PROPERTY_RACE)) && machine_status(start) == MACHINE_RUNNING &&
        machine_find_race(start, &race))
        tree_report(search, start, &race, search->path.count - 1);
}

// Goes the way that the solver has found to exist, at a condition of the last step (or, at the root, before the first).
static void take_other_way(TreeSearch *search, uint32_t index)
{
    TreeNode *node = search->path.count ? vector_last(&search->path) : NULL;
    TreeInputs *inputs = read_inputs(search, node ? &node->step.reads : &search->root_reads);
    VECTOR(TreeCondition) before = {0};
    for (uint32_t i = 0; i <= index; i++)
        vector_push(&before, search->conditions.data[i]);
    search->conditions.count = 0;
    Machine *machine = tree_execute_path(search, inputs, node ? search->path.count - 1 : 0, tree_note_event);
    Machine *start = node ? machine_clone(machine) : NULL;
    if (node && machine_status(machine) == MACHINE_RUNNING) {
        tree_begin_step(search, node, machine);
        machine_step(machine, node->step.choice);
    }
    machine_observe(machine, NULL, NULL);
    if (machine_status(machine) == MACHINE_UNKNOWN && limits_stop(search->task->limits)) {
        give_up_way(search, machine, start, inputs, before.data, before.count);
        vector_free(&before);
        return;
    }
    merge_conditions(search, before.data, index);
    if (before.data[index].kind == EVENT_check && machine_status(machine) == MACHINE_VIOLATION)
        search->conditions.count = index + 1; // this was the only way to it
    vector_free(&before);
    tree_note_reads(search, node, machine);
    if (node) {
        check_race_before(search, start);
        tree_end_step(search, node, start, machine);
    }
    machine_free(start);
    tree_enter(search, machine, inputs, node);
    tree_release_inputs(inputs);
}

// Tries to go another way at one of the conditions from `first` on, the last ones first. False if there is none left.
bool tree_go_other_way(TreeSearch *search, uint32_t first)
{
    while (search->conditions.count > first) {
        uint32_t index = search->conditions.count - 1;
        const TreeCondition *condition = &search->conditions.data[index];
        bool open = !term_is_false(search->terms, condition->rest) &&
                    !((search->policy->checks_at_leaf || search->policy->records) && condition->kind == EVENT_check);
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
        machine_step(machine, search->path.data[steps]->step.choice);
    search->stopped |= limits_stop(search->task->limits);
    if (machine_status(machine) == MACHINE_VIOLATION) {
        tree_report(search, machine, NULL, steps);
        search->findings->statistics.runs++;
        search->findings->statistics.interleavings++;
        search->findings->statistics.failed++;
    } else if (!search->stopped) {
        INTERNAL_ERROR("a check does not fail as the solver said");
    }
    machine_free(machine);
    tree_release_inputs(inputs);
}

void tree_ask_checks(TreeSearch *search)
{
    const TreeReads *reads = search->path.count ? &vector_last(&search->path)->step.reads : &search->root_reads;
    Term question;
    while (!search->stopped && !term_is_false(search->terms, question = some_check_fails(search))) {
        SolveResult result = answers_ask(search->answers, NULL, 0, question);
        if (result == SOLVE_STOPPED)
            return;
        bool failed = false;
        for (uint32_t i = 0; i < search->conditions.count && !failed; i++) {
            TreeCondition *condition = &search->conditions.data[i];
            if (condition->kind != EVENT_check || term_is_false(search->terms, condition->rest))
                continue;
            failed = result == SOLVE_SATISFIED && answers_term_value(search->answers, condition->rest);
            if (failed || result == SOLVE_REFUTED)
                condition->rest = term_boolean(search->terms, false);
        }
        if (failed)
            execute_failure(search, reads);
    }
}
