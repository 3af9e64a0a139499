#include "base/none.h"
#include "tree/tree_state.h"

#include <stdlib.h>

#include "analysis/anonymity.h"
#include "base/fail.h"
#include "base/memory.h"
#include "run/execution.h"
#include "machine/twins.h"
#include "run/guarding.h"

// On paths this long cycles are looked for in every state: loops that read no shared memory go round too.
enum { CYCLE_CHECK_DEPTH = 256, PROGRESS_INTERVAL = 256 };

// --- Leaves

static MachineOptions concrete_options(const TreeSearch *search)
{
    MachineOptions options = search->options;
    options.terms = NULL;
    options.input_symbols = NULL;
    options.twins = NULL;
    options.drop_undone = false; // what is dropped depends on terms, and nothing is lost by going on
    return options;
}

void tree_report_choices(TreeSearch *search, const Machine *machine, const Violation *race, const Choice *choices,
                         uint32_t count)
{
    MachineOptions options = concrete_options(search);
    if (findings_add(search->findings, search->task, &options, machine, race, choices, count))
        search->stopped |= findings_suffice(search->findings, search->task);
}

typedef VECTOR(Choice) ChoiceList;

static ChoiceList choices_of_path(const TreeSearch *search, uint32_t steps)
{
    ChoiceList choices = {0};
    for (uint32_t i = 0; i < steps; i++)
        vector_push(&choices, search->path.data[i]->step.choice);
    return choices;
}

Trace *tree_confirm_path(const TreeSearch *search, const Machine *machine, const Violation *race)
{
    ChoiceList order = choices_of_path(search, search->path.count);
    MachineOptions options = concrete_options(search);
    Trace *trace = execution_confirm(search->task, &options, machine, race, order.data, order.count);
    vector_free(&order);
    return trace;
}

void tree_report(TreeSearch *search, const Machine *machine, const Violation *race, uint32_t steps)
{
    ChoiceList order = choices_of_path(search, steps);
    tree_report_choices(search, machine, race, order.data, order.count);
    vector_free(&order);
}

// After the last step of the path.
static void note_violation(TreeSearch *search, const Machine *machine, const Violation *race)
{
    if (search->policy->violated)
        search->policy->violated(search, machine, race);
    else
        tree_report(search, machine, race, search->path.count);
}

// Whether nothing that a thread would have done is missing in a run because of how its threads were ordered.
static bool is_through(const TreeSearch *search, const Machine *machine, uint32_t thread)
{
    uint32_t joins = 0;
    while (machine_thread_waits(machine, thread) && machine_pending(machine, thread).kind == EVENT_join &&
           joins++ < machine_thread_count(machine))
        thread = machine_pending(machine, thread).other;
    return machine_thread_finished(machine, thread) || machine_pending(machine, thread).kind == EVENT_process_exit ||
           (!machine_thread_could_go_on(machine, thread) && tree_matters(search, machine, thread));
}

// What is asked about was taken to depend on no shared state, and on nothing that threads wait for. A violation hides
// what else there is.
static void check_locality(TreeSearch *search, TreeLeaf leaf, const Machine *machine)
{
    bool through = leaf == TREE_ENDED || leaf == TREE_DISCARDED;
    for (uint32_t i = 0; i < machine_thread_count(machine) && through; i++)
        through = is_through(search, machine, i);
    if (!through && leaf != TREE_CUT)
        search->local.refuted = search->stopped = true;
}

// Had the twins done each other's part, the thread that waits for one of them would go on.
static void check_twins(TreeSearch *search, TreeLeaf leaf, const Machine *machine)
{
    if (leaf == TREE_VIOLATION || leaf == TREE_ASLEEP || leaf == TREE_KNOWN || !machine_waits_for_wrong_twin(machine))
        return;
    search->options.twins->told_apart = true;
    search->findings->coverage.escaped = search->stopped = true;
}

static void end_run(TreeSearch *search, TreeLeaf leaf, const Machine *machine)
{
    Statistics *statistics = &search->findings->statistics;
    if (search->options.twins)
        check_twins(search, leaf, machine);
    if (search->local.assumed && !search->stopped)
        check_locality(search, leaf, machine);
    if (search->policy->ended && machine_status(machine) == MACHINE_EXITED && search->policy->ended(search, machine))
        leaf = TREE_CUT;
    statistics->runs++;
    if (leaf == TREE_ENDED || leaf == TREE_VIOLATION)
        statistics->interleavings++;
    else
        statistics->pruned++;
    statistics->failed += leaf == TREE_VIOLATION;
    if (leaf != TREE_DISCARDED && search->options.reached) // one that was cut short might have come to its end
        atomic_store_explicit(&search->options.reached->end, true, memory_order_relaxed);
    statistics->events += machine_event_count(machine);
    coverage_add(&search->findings->coverage, machine);
    if (search->policy->stepped) // it leaves out orders, and takes ends for independent
        coverage_add_last(&search->findings->coverage, machine);
    if (search->policy->checks_at_leaf)
        tree_ask_checks(search);
    if (search->policy->leaf)
        search->policy->leaf(search, leaf, machine);
}

// The machine has stopped in the last step.
static void finish_run(TreeSearch *search, const Machine *machine)
{
    TreeLeaf leaf = TREE_ENDED;
    switch (machine_status(machine)) {
    case MACHINE_VIOLATION:
        note_violation(search, machine, NULL);
        leaf = TREE_VIOLATION;
        break;
    case MACHINE_DISCARDED:
        leaf = TREE_DISCARDED;
        break;
    case MACHINE_ESCAPED:
        search->stopped = true;
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

static TreeNode *make_node(const TreeSearch *search, Machine *machine, TreeInputs *inputs)
{
    size_t known_size = search->policy->remembers ? sizeof(KnownNode) : 0, node_size = search->policy->node_size;
    TreeNode *node = memory_allocate_zeroed(sizeof *node + known_size + node_size);
    node->machine = machine;
    node->inputs = inputs;
    inputs->references++;
    if (known_size)
        node->known = (KnownNode *)(node + 1);
    if (node_size)
        node->data = (char *)(node + 1) + known_size;
    return node;
}

static void free_node(const TreeSearch *search, TreeNode *node)
{
    if (search->policy->free_data)
        search->policy->free_data(node);
    machine_free(node->machine);
    tree_release_inputs(node->inputs);
    for (uint32_t i = 0; i < node->choices.count; i++)
        footprint_free(&node->choices.data[i].footprint);
    vector_free(&node->choices);
    footprint_free(&node->step.footprint);
    tree_clear_acts(node);
    vector_free(&node->step.acts);
    vector_free(&node->step.reads);
    free(node);
}

static bool counts_as_switch(const TreeSearch *search, const TreeNode *node, uint32_t depth, uint32_t thread)
{
    return execution_counts_switch(node->machine, node->last_thread, thread, search->born.data[thread] == depth);
}

// The end of the process only cuts off what the others would do: nothing is lost if it comes last.
static bool can_be_put_off(const TreeSearch *search, const TreeNode *node, uint32_t thread)
{
    return !search->exit_matters && machine_pending(node->machine, thread).kind == EVENT_process_exit &&
           machine_alternatives(node->machine, thread) == 1;
}

// A thread that yields goes first: a step that nobody can notice commutes with everything, one order is enough.
static bool collect_yielding(TreeNode *node)
{
    for (uint32_t i = 0; i < machine_thread_count(node->machine) && !node->yields; i++) {
        node->yields = machine_thread_yields(node->machine, i);
        if (node->yields)
            vector_push(&node->choices, (TreeChoice){.thread = i, .alternatives = 1});
    }
    return node->yields;
}

// Whether a twin is there that has not begun yet either, and could: it goes first.
static bool has_twin_before(const Machine *machine, uint32_t thread)
{
    uint32_t first = machine_first_twin(machine, thread);
    for (uint32_t i = first; i < thread && machine_thread_is_fresh(machine, thread); i++)
        if (machine_first_twin(machine, i) == first && machine_thread_is_fresh(machine, i) &&
            machine_alternatives(machine, i))
            return true;
    return false;
}

// All that are not there yet, at a node after so many steps.
static void collect_choices(TreeSearch *search, TreeNode *node, uint32_t depth)
{
    const Machine *machine = node->machine;
    uint32_t threads = machine_thread_count(machine), put_off = NO_THREAD;
    for (uint32_t i = 0; i < threads; i++) {
        uint32_t alternatives = machine_alternatives(machine, i);
        if (!alternatives || (node->choices.count && node->choices.data[0].thread == i) || has_twin_before(machine, i))
            continue;
        if (search->bounds.given && node->switches >= search->bounds.switches &&
            counts_as_switch(search, node, depth, i)) {
            search->bounds.cuts++;
            node->whole = false;
        } else if (can_be_put_off(search, node, i)) {
            put_off = i;
        } else {
            vector_push(&node->choices, (TreeChoice){.thread = i, .alternatives = alternatives});
        }
    }
    if (!node->choices.count && put_off != NO_THREAD)
        vector_push(&node->choices, (TreeChoice){.thread = put_off, .alternatives = 1});
}

void tree_collect_others(TreeSearch *search, TreeNode *node, uint32_t depth)
{
    uint32_t known = node->choices.count;
    node->yields = false;
    collect_choices(search, node, depth);
    for (uint32_t i = known; i < node->choices.count && !search->reduces; i++)
        node->choices.data[i].wanted = true;
}

// Whether the state was on the path already.
static bool closes_cycle(TreeSearch *search, TreeNode *node)
{
    if (!machine_iterated(node->machine) && search->path.count < CYCLE_CHECK_DEPTH)
        return false;
    uint64_t fingerprint[2];
    machine_fingerprint(node->machine, fingerprint);
    uint64_t *seen = map_insert(&search->cycles.visited, fingerprint[0]);
    if (*seen) {
        search->cycles.start = (uint32_t)*seen - 1;
        return true;
    }
    *seen = search->path.count + 1;
    node->fingerprint = fingerprint[0];
    node->tracked = true;
    return false;
}

static void drop_node(TreeSearch *search, TreeNode *node)
{
    if (node->tracked)
        *map_insert(&search->cycles.visited, node->fingerprint) = 0;
    free_node(search, node);
}

void tree_cut_path(TreeSearch *search, uint32_t count)
{
    while (search->path.count > count)
        drop_node(search, vector_pop(&search->path));
}

// --- States known from before

// The state, how it may go on, and the conditions under which it was reached.
static void compute_key(const TreeSearch *search, const TreeNode *node, const TreeNode *from, uint64_t key[2])
{
    uint64_t conditions = 0;
    for (uint32_t i = 0; i < search->conditions.count; i++)
        conditions += hash_mix(search->conditions.data[i].term);
    if (search->policy->records)
        conditions = hash_word(conditions, search->path.count);
    machine_fingerprint(node->machine, key);
    uint64_t left = search->bounds.switches - node->switches;
    for (uint32_t i = 0; i < 2; i++) {
        key[i] = hash_word(key[i], conditions);
        if (search->bounds.given) {
            key[i] = hash_words(key[i], left << 32 | node->last_thread, from ? machine_thread_count(from->machine) : 0);
        }
    }
}

static KnownCounts counts_so_far(const TreeSearch *search)
{
    const Statistics *statistics = &search->findings->statistics;
    return (KnownCounts){.ended = statistics->interleavings, .failed = statistics->failed, .cuts = search->bounds.cuts};
}

// Whether the state is known, with all that can follow. Then that is counted. `from` is the node that led to it, NULL
// at the root.
static bool recall_state(TreeSearch *search, TreeNode *node, const TreeNode *from)
{
    if (!node->known)
        return false;
    KnownCounts counts = counts_so_far(search);
    compute_key(search, node, from, node->known->key);
    bool known = known_states_meet(&search->known, node->known, &counts);
    search->findings->statistics.interleavings = counts.ended;
    search->findings->statistics.failed = counts.failed;
    search->bounds.cuts = counts.cuts;
    return known;
}

// Processes number terms each in its own way. There are none in a state unless an input was read.
static void remember_state(TreeSearch *search, const TreeNode *node)
{
    KnownCounts counts = counts_so_far(search);
    if (node->known && !search->stopped)
        known_states_add(&search->known, node->known, &counts, !search->symbols.symbols.count);
}

// --- A state that a step has led to

static void note_births(TreeSearch *search, const Machine *machine, uint32_t before)
{
    if (machine_thread_count(machine) > search->born.count)
        vector_resize(&search->born, machine_thread_count(machine));
    for (uint32_t i = before; i < machine_thread_count(machine); i++)
        search->born.data[i] = search->path.count;
}

// Whether the node was seen before, or the search is over: then the run ends here.
static bool ends_at_node(TreeSearch *search, TreeNode *node, const TreeNode *from)
{
    TreeLeaf leaf;
    if (search->stopped)
        leaf = TREE_CUT;
    else if (closes_cycle(search, node))
        leaf = TREE_CYCLE;
    else if (recall_state(search, node, from))
        leaf = TREE_KNOWN;
    else
        return false;
    end_run(search, leaf, node->machine);
    return true;
}

// The policy says which of the choices are tried. False if none is, and the run ends here.
static bool open_choices(TreeSearch *search, TreeNode *node)
{
    bool goes_on = true, open = false;
    if (search->policy->enter)
        goes_on = search->policy->enter(search, node);
    else
        for (uint32_t i = 0; i < node->choices.count; i++)
            node->choices.data[i].wanted = true;
    for (uint32_t i = 0; i < node->choices.count; i++)
        open |= node->choices.data[i].wanted && !node->choices.data[i].asleep;
    if (!goes_on || !open)
        end_run(search, goes_on && node->choices.count ? TREE_ASLEEP : TREE_CUT, node->machine);
    return goes_on && open;
}

// Whether the process ends, or might as well, while others are there that have not been joined: then what is left depends on
// how far they have come. Whoever stands before the end of the process stays there, and who has been joined before is a
// matter of its past alone. So of equivalent runs each shows it. That others are joined by each other changes nothing: the
// last of them is joined by the one that is left, which knows of all then.
static bool leaves_others(const Machine *machine)
{
    const Violation *violation = machine_status(machine) == MACHINE_VIOLATION ? machine_violation(machine) : NULL;
    bool ends = machine_status(machine) == MACHINE_EXITED || (violation && violation->property == PROPERTY_LEAK);
    for (uint32_t i = 0; i < machine_thread_count(machine) && !ends; i++)
        ends = !machine_thread_finished(machine, i) && machine_pending(machine, i).kind == EVENT_process_exit;
    return ends && !machine_is_alone(machine);
}

void tree_enter(TreeSearch *search, Machine *machine, TreeInputs *inputs, const TreeNode *from)
{
    if (search->last.assumed && leaves_others(machine))
        search->last.refuted = search->stopped = true;
    if (machine_status(machine) != MACHINE_RUNNING) {
        finish_run(search, machine);
        machine_free(machine);
        return;
    }
    Violation race;
    if ((search->options.properties & PROPERTY_BIT(PROPERTY_RACE)) && machine_find_race(machine, &race))
        note_violation(search, machine, &race);
    TreeNode *node = make_node(search, machine, inputs);
    node->last_thread = from ? from->step.choice.thread : NO_THREAD;
    if (from)
        node->switches =
            from->switches + counts_as_switch(search, from, search->path.count - 1, from->step.choice.thread);
    if (ends_at_node(search, node, from)) {
        drop_node(search, node);
        return;
    }
    note_births(search, machine, from ? machine_thread_count(from->machine) : 0);
    node->whole = true;
    if (!collect_yielding(node))
        collect_choices(search, node, search->path.count);
    if (open_choices(search, node))
        vector_push(&search->path, node);
    else
        drop_node(search, node);
}

// --- Steps

// Whether the next alternative of the choice is one that need not be tried.
static bool skips_alternative(const TreeNode *node, const TreeChoice *choice)
{
    Choice next = {choice->thread, choice->next};
    return (choice->renewed && !machine_choice_reads_since(node->machine, next, choice->writes)) ||
           !machine_choice_is_possible(node->machine, next);
}

// Passes over those; they lead nowhere, like steps that change nothing.
static void skip_alternatives(const TreeNode *node, TreeChoice *choice)
{
    while (machine_is_weak(node->machine) && choice->next < choice->alternatives && skips_alternative(node, choice)) {
        choice->next++;
        choice->still++;
    }
}

static bool goes_nowhere(TreeSearch *search, TreeNode *node, const Machine *after)
{
    return search->policy->still && search->reduces && !search->local.assumed && !node->yields &&
           !(search->task->options->keep_order & KEEP_ROUNDS) &&
           search->conditions.count == node->step.first_condition &&
           machine_section_chooser(node->machine) == NO_THREAD &&
           machine_stands_still(node->machine, after, node->step.choice.thread) && search->policy->still(search, node);
}

static void take_choice(TreeSearch *search, TreeNode *node, uint32_t index)
{
    TreeChoice *choice = &node->choices.data[index];
    node->step.taken = index;
    node->step.choice = (Choice){choice->thread, choice->next++};
    skip_alternatives(node, choice);
    node->step.first_condition = search->conditions.count;
    Machine *machine = machine_clone(node->machine);
    machine_observe(machine, tree_note_event, search);
    tree_begin_step(search, node, machine);
    machine_step(machine, node->step.choice);
    search->bounds.steps++;
    search->findings->statistics.steps++;
    machine_observe(machine, NULL, NULL);
    node->stepped = true;
    tree_note_reads(search, node, machine);
    tree_end_step(search, node, node->machine, machine);
    if (goes_nowhere(search, node, machine))
        machine_free(machine);
    else
        tree_enter(search, machine, node->inputs, node);
}

// --- The search

static void leave(TreeSearch *search)
{
    TreeNode *node = vector_pop(&search->path);
    remember_state(search, node);
    if (search->policy->leave)
        search->policy->leave(search, node);
    drop_node(search, node);
}

// The next choice that is to be tried at the last node of the path. A process that explores a part of the tree has one choice
// where that begins. NONE: none.
static uint32_t find_next_choice(const TreeSearch *search, TreeNode *node)
{
    bool one = tree_is_shared(search, search->path.count - 1);
    bool backwards = search->policy->remembers && search->helpers.parts.helping;
    for (uint32_t k = 0; k < node->choices.count; k++) {
        // Processes that begin at different ends come to the same states at different times.
        uint32_t i = backwards ? node->choices.count - 1 - k : k;
        TreeChoice *choice = &node->choices.data[i];
        if (one && i != search->helpers.choice)
            continue;
        skip_alternatives(node, choice);
        if (choice->wanted && !choice->asleep && choice->next < choice->alternatives)
            return i;
    }
    return NONE;
}

static void advance(TreeSearch *search)
{
    TreeNode *node = vector_last(&search->path);
    if (node->stepped && tree_go_other_way(search, node->step.first_condition))
        return;
    if (search->reduces)
        tree_await_helpers(search, node);
    uint32_t next = find_next_choice(search, node);
    while (next == NONE && tree_await_helpers(search, node))
        next = find_next_choice(search, node);
    if (search->stopped)
        return;
    if (next != NONE)
        take_choice(search, node, next);
    else if (tree_is_shared(search, search->path.count - 1))
        search->enough = true;
    else
        leave(search);
}

static void check_limits(TreeSearch *search, uint64_t round)
{
    search->stopped |=
        limits_exceeded(search->task->limits) != LIMIT_NONE || search->bounds.steps > search->bounds.step_limit;
    if (search->task->progress && !search->helpers.parts.helping && round % PROGRESS_INTERVAL == 0)
        search->task->progress(search->task->progress_context, search->policy->name, &search->findings->statistics);
}

void tree_explore(TreeSearch *search)
{
    search->bounds.cuts = 0;
    search->conditions.count = 0; // of a search that was given up
    parts_begin_again(&search->helpers.parts);
    TreeInputs *inputs = tree_create_inputs(search);
    Machine *machine = tree_execute_path(search, inputs, 0, tree_note_event);
    if (machine_status(machine) == MACHINE_DISCARDED && inputs->plan.random) {
        // It begins better with nothing special.
        machine_free(machine);
        inputs->plan.random = false;
        search->conditions.count = 0;
        machine = tree_execute_path(search, inputs, 0, tree_note_event);
    }
    machine_observe(machine, NULL, NULL);
    tree_note_reads(search, NULL, machine);
    tree_enter(search, machine, inputs, NULL);
    tree_release_inputs(inputs);
    for (uint64_t round = 0; !search->stopped && !search->enough; round++) {
        if (search->path.count)
            advance(search);
        else if (!tree_go_other_way(search, 0))
            break;
        check_limits(search, round);
        tree_offer_work(search, round);
    }
    tree_dismiss_helpers(search);
    if (search->helpers.parts.helping)
        tree_report_help(search);
    while (search->path.count)
        leave(search);
    search->findings->coverage.cut_switches = search->bounds.cuts > 0;
}

// Slices follow the calls of the program, and a handler that interrupts is called by nobody.
static bool can_be_interrupted(const TreeSearch *search)
{
    return program_has_interrupts(search->task->program);
}

static void begin(TreeSearch *search)
{
    search->bounds.given = OPTION_GIVEN(search->task->options, context_bound);
    search->bounds.switches = search->task->options->context_bound;
    search->reduces =
        search->policy->reduces && !search->bounds.given && !search->exit_matters && !search->task->options->no_dpor;
    search->options.drop_undone = search->reduces && search->policy->still && !search->local.assumed &&
                                  !(search->task->options->keep_order & KEEP_UNDONE);
    search->touch_rules = tree_choose_rules(search);
    if (search->policy->slices && !search->task->options->no_slice && !can_be_interrupted(search))
        search->slice = slice_compute(search->task->program, search->options.properties, search->local.assumed,
                                      search->task->limits);
    search->terms = terms_create();
    search->options.terms = search->terms;
    // A condition that does not matter where it is met first may matter where it is met again.
    search->options.report_again = search->slice != NULL;
    search->options.input_symbols = &search->symbols;
    search->options.error_branches = true;
    search->options.same_steps = search->policy->records;
    search->options.plain_branches = !search->policy->checks_at_leaf && !search->policy->records;
    search->answers = answers_create(search->terms, search->task->limits);
    tree_begin_helpers(search);
    if (search->policy->begin)
        search->policy->begin(search);
}

static void end(TreeSearch *search)
{
    if (search->policy->end)
        search->policy->end(search);
    tree_count_solving(search, (SolverStatistics){0});
    slice_free(search->slice);
    answers_free(search->answers);
    input_symbols_free(&search->symbols);
    terms_free(search->terms);
    vector_free(&search->path);
    vector_free(&search->conditions);
    vector_free(&search->born);
    vector_free(&search->root_reads);
    map_free(&search->cycles.visited);
    known_states_free(&search->known);
    touched_steps_free(&search->touched);
    tree_end_helpers(search);
}

static void search_tree(TreeSearch *search)
{
    begin(search);
    if (search->bounds.given && search->policy->unbounded)
        tree_deepen(search);
    else
        tree_explore(search);
    end(search);
}

// Whether threads may be stuck, for whatever reason, is a matter of their order.
static bool may_be_local(const TreeSearch *search)
{
    return search->policy->slices && search->policy->reduces && !search->task->options->no_slice &&
           !search->task->options->no_dpor && !can_be_interrupted(search) &&
           !OPTION_GIVEN(search->task->options, context_bound) &&
           !(search->options.properties & PROPERTY_BIT(PROPERTY_DEADLOCK));
}

// As if nothing was tried yet, apart from what is violated.
static void begin_again(TreeSearch *search, bool local, Guards *guards, Twins *twins)
{
    coverage_free(&search->findings->coverage);
    search->findings->coverage = (Coverage){0};
    *search = (TreeSearch){.task = search->task,
                           .policy = search->policy,
                           .findings = search->findings,
                           .options = search->task->machine,
                           .bounds.step_limit = search->bounds.step_limit,
                           .exit_matters = search->exit_matters,
                           .last.assumed = search->last.assumed};
    search->local.assumed = local;
    search->options.guards = guards;
    search->options.twins = twins;
}

// Whether the search is to be done again, since something of what it took for granted is not so.
static bool must_begin_again(TreeSearch *search, Guarding *guarding)
{
    Statistics *statistics = &search->findings->statistics;
    if (findings_suffice(search->findings, search->task))
        return false;
    if (search->local.refuted) {
        // The run that showed it is made again.
        statistics->runs--;
        statistics->pruned--;
        begin_again(search, false, search->options.guards, search->options.twins);
        return true;
    }
    Twins *twins = search->options.twins;
    Guards *guards = search->options.guards;
    if (!search->last.refuted && (!(guards || twins) || !search->findings->coverage.escaped))
        return false;
    if (search->last.refuted) {
        search->exit_matters = true;
        search->last.assumed = false;
        guards = NULL;
    } else if (twins && twins->told_apart) {
        twins = NULL;
    } else if (!guards || !guarding_correct(guarding)) {
        twins = NULL; // another process knows which it was
        guards = NULL;
    }
    statistics->interleavings = statistics->failed = 0; // those of the last tree count
    begin_again(search, search->local.assumed, guards, twins);
    return true;
}

// Where somebody waits for the wrong one of several twins is looked at in runs that come to their end; all violations
// together are those of all of them, and what signals and weak memory do depends on numbers of threads.
static bool may_have_twins(const EngineTask *task, const TreePolicy *policy)
{
    return policy->twins && !(task->options->keep_order & KEEP_TWINS) && !task->options->all &&
           !OPTION_GIVEN(task->options, context_bound) && !task->machine.rules.weak_memory &&
           !program_has_interrupts(task->program);
}

// Whether it is worth a try: equivalent runs leave the same in memory, also where that is weak, since then they have the same
// order of writes. Handlers may come even at the end.
static bool may_be_last(const EngineTask *task, const TreePolicy *policy)
{
    return policy->reduces && !task->options->no_dpor && !OPTION_GIVEN(task->options, context_bound) &&
           !program_has_interrupts(task->program);
}

static void search_limited(const EngineTask *task, const TreePolicy *policy, uint64_t step_limit, Findings *findings)
{
    TreeSearch search = {.task = task,
                         .policy = policy,
                         .findings = findings,
                         .options = task->machine,
                         .bounds.step_limit = step_limit};
    bool leaks = (task->machine.properties & PROPERTY_BIT(PROPERTY_LEAK)) != 0;
    search.last.assumed = leaks && may_be_last(task, policy);
    search.exit_matters = leaks && !search.last.assumed;
    search.local.assumed = may_be_local(&search);
    Guarding guarding = {0};
    if (policy->merges && !search.exit_matters && !(task->options->keep_order & KEEP_GUARDED) &&
        guarding_find(&guarding, task))
        search.options.guards = &guarding.guards;
    Twins twins = {0};
    if (may_have_twins(task, policy)) {
        twins.ignores_argument = memory_allocate_zeroed(task->program->functions.count * sizeof(bool));
        if (program_is_anonymous(task->program, twins.ignores_argument, task->limits))
            search.options.twins = &twins;
    }
    do {
        search_tree(&search);
    } while (must_begin_again(&search, &guarding));
    guarding_free(&guarding);
    free(twins.ignores_argument);
    if (search.bounds.steps > step_limit)
        coverage_note_unknown(&findings->coverage, "too many steps");
    if (!findings->statistics.runs)
        coverage_note_unknown(&findings->coverage, "no run came to its end");
}

// Takes over the violation if it needs few enough changes of thread.
static bool take_violation(TreeSearch *search, Findings *unbounded)
{
    MachineOptions concrete = concrete_options(search);
    Trace *trace = vector_last(&unbounded->counterexamples);
    bool few = execution_count_switches(search->task, &concrete, trace) <= search->task->options->context_bound;
    if (few)
        vector_push(&search->findings->counterexamples, vector_pop(&unbounded->counterexamples));
    return few;
}

bool tree_decide_unbounded(TreeSearch *search, uint64_t step_limit)
{
    Options options = *search->task->options;
    EngineTask task = *search->task;
    Findings unbounded = {0};
    options.given &= ~OPTION_BIT(context_bound);
    options.all = false;
    task.options = &options;
    search_limited(&task, search->policy->unbounded, step_limit, &unbounded);
    bool holds = findings_prove(&unbounded, &engine_dpor, task.limits), violated = false;
    if (holds) {
        unbounded.coverage.cut_switches = false;
        search->findings->coverage.cut_switches = false;
        coverage_join(&search->findings->coverage, &unbounded.coverage);
    } else if (unbounded.counterexamples.count && !search->task->options->all) {
        violated = take_violation(search, &unbounded);
    }
    search->stopped |= holds || violated;
    // The leaves of that tree count that says it all.
    Statistics *other = holds || violated ? &search->findings->statistics : &unbounded.statistics;
    other->interleavings = other->failed = 0;
    statistics_add(&search->findings->statistics, &unbounded.statistics);
    findings_free(&unbounded);
    return holds || violated;
}

void tree_search(const EngineTask *task, const TreePolicy *policy, Findings *findings)
{
    search_limited(task, policy, UINT64_MAX, findings);
}
