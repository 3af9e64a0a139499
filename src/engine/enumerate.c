// Every interleaving, by depth-first search over clones of the machine, without reduction: the oracle for the engines
// that search better. Inputs are those of the user, or zero; a program that reads others is answered for these only.
//
// A path that comes back to a state it has been in goes round a cycle (a thread polls under a lock, say): everything
// that follows was or will be explored from the first visit, so the path ends there.
#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"
#include "run/engine.h"
#include "run/execution.h"

// On paths this long cycles are looked for in every state: loops that read no shared memory go round too.
enum { CYCLE_CHECK_DEPTH = 256, PROGRESS_INTERVAL = 1024 };

typedef struct Node {
    Machine *machine;
    Choice *choices;
    uint32_t choice_count;
    uint32_t next;
    bool yields;          // the only choice is a thread that yields
    uint32_t last_thread; // that ran before, NO_THREAD at the root
    uint32_t switches;    // context switches so far
    uint64_t fingerprint; // key in `visited`, if `tracked`
    bool tracked;
} Node;

typedef struct Search {
    const EngineTask *task;
    Findings *findings;
    MachineOptions options;
    VECTOR(Node) path;
    VECTOR(Choice) choices; // taken on the path
    VECTOR(uint32_t) born;  // by thread: how many choices had been taken when it was created
    Map visited;            // fingerprints on the path
    bool stopped;
} Search;

static bool bounded_switches(const Search *search)
{
    return OPTION_GIVEN(search->task->options, context_bound);
}

static bool counts_as_switch(const Search *search, const Node *node, uint32_t thread)
{
    return execution_counts_switch(node->machine, node->last_thread, thread,
                                   search->born.data[thread] == search->choices.count);
}

// A thread that yields goes first: a step that nobody can notice commutes with everything, one order is enough.
static void collect_yielding(Node *node)
{
    for (uint32_t i = 0; i < machine_thread_count(node->machine) && !node->yields; i++) {
        if (!machine_thread_yields(node->machine, i))
            continue;
        node->choices = memory_allocate(sizeof *node->choices);
        node->choices[0] = (Choice){.thread = i};
        node->choice_count = 1;
        node->yields = true;
    }
}

// All but one that has been taken already: NO_THREAD if there is none.
static void collect_choices(Search *search, Node *node, uint32_t taken)
{
    uint32_t threads = machine_thread_count(node->machine);
    VECTOR(Choice) choices = {0};
    for (uint32_t i = 0; i < threads; i++) {
        uint32_t alternatives = i == taken ? 0 : machine_alternatives(node->machine, i);
        if (alternatives && bounded_switches(search) && counts_as_switch(search, node, i) &&
            node->switches >= search->task->options->context_bound) {
            search->findings->coverage.cut_switches = true;
            continue;
        }
        for (uint32_t j = 0; j < alternatives; j++)
            vector_push(&choices, (Choice){i, j});
    }
    free(node->choices);
    node->choices = choices.data;
    node->choice_count = choices.count;
    node->next = 0;
    node->yields = false;
}

static void report_violation(Search *search, const Machine *machine, const Violation *race)
{
    findings_add(search->findings, search->task, &search->options, machine, race, search->choices.data,
                 search->choices.count);
    search->stopped |= findings_suffice(search->findings, search->task);
}

static void finish_leaf(Search *search, Machine *machine)
{
    Statistics *statistics = &search->findings->statistics;
    statistics->events += machine_event_count(machine);
    statistics->runs++;
    coverage_add(&search->findings->coverage, machine);
    switch (machine_status(machine)) {
    case MACHINE_VIOLATION:
        report_violation(search, machine, NULL);
        statistics->interleavings++;
        break;
    case MACHINE_DISCARDED:
        statistics->pruned++;
        break;
    case MACHINE_ESCAPED:
        search->stopped = true;
        break;
    case MACHINE_UNKNOWN:
        search->stopped |= limits_exceeded(search->task->limits) != LIMIT_NONE;
        break;
    default:
        statistics->interleavings++;
        break;
    }
    machine_free(machine);
}

// True if the state was on the path already.
static bool closes_cycle(Search *search, Node *node)
{
    if (!machine_iterated(node->machine) && search->path.count < CYCLE_CHECK_DEPTH)
        return false;
    uint64_t fingerprint[2];
    machine_fingerprint(node->machine, fingerprint);
    uint64_t *seen = map_insert(&search->visited, fingerprint[0]);
    if (*seen == fingerprint[1])
        return true;
    if (!*seen) {
        *seen = fingerprint[1];
        node->fingerprint = fingerprint[0];
        node->tracked = true;
    }
    return false;
}

// `parent_threads` is the number of threads before the step that led here.
static void enter(Search *search, Machine *machine, uint32_t last_thread, uint32_t switches, uint32_t parent_threads)
{
    if (machine_status(machine) != MACHINE_RUNNING) {
        finish_leaf(search, machine);
        return;
    }
    Violation race;
    if ((search->options.properties & PROPERTY_BIT(PROPERTY_RACE)) && machine_find_race(machine, &race)) {
        report_violation(search, machine, &race);
        if (search->stopped) {
            finish_leaf(search, machine);
            return;
        }
    }
    Node node = {.machine = machine, .last_thread = last_thread, .switches = switches};
    if (closes_cycle(search, &node)) {
        search->findings->statistics.pruned++;
        search->findings->statistics.runs++;
        machine_free(machine);
        return;
    }
    if (machine_thread_count(machine) > search->born.count)
        vector_resize(&search->born, machine_thread_count(machine));
    for (uint32_t i = parent_threads; i < machine_thread_count(machine); i++)
        search->born.data[i] = search->choices.count;
    collect_yielding(&node);
    if (!node.yields)
        collect_choices(search, &node, NO_THREAD);
    vector_push(&search->path, node);
}

static void leave(Search *search)
{
    Node node = vector_pop(&search->path);
    if (node.tracked)
        *map_insert(&search->visited, node.fingerprint) = 0;
    if (search->choices.count)
        vector_drop(&search->choices);
    machine_free(node.machine);
    free(node.choices);
}

static void advance(Search *search)
{
    uint32_t top = search->path.count - 1;
    Node *node = &search->path.data[top];
    Choice choice = node->choices[node->next++];
    uint32_t switches = node->switches + counts_as_switch(search, node, choice.thread);
    bool last = node->next == node->choice_count && !node->yields;
    Machine *machine = last ? node->machine : machine_clone(node->machine);
    if (last)
        node->machine = NULL;
    uint32_t depth = search->path.count;
    uint32_t threads = machine_thread_count(machine);
    machine_step(machine, choice);
    if (node->yields && !machine_was_quiet(machine))
        collect_choices(search, node, choice.thread);
    vector_push(&search->choices, choice);
    enter(search, machine, choice.thread, switches, threads);
    if (search->path.count == depth) // it was a leaf
        vector_drop(&search->choices);
}

static void explore(Search *search)
{
    enter(search, machine_create(search->task->program, &search->options), NO_THREAD, 0, 0);
    for (uint64_t round = 0; search->path.count && !search->stopped; round++) {
        Node *node = &vector_last(&search->path);
        if (node->next == node->choice_count)
            leave(search);
        else
            advance(search);
        search->stopped |= limits_exceeded(search->task->limits) != LIMIT_NONE;
        if (search->task->run_limit && search->findings->statistics.runs >= search->task->run_limit) {
            coverage_note_unknown(&search->findings->coverage, "there are too many interleavings");
            search->stopped = true;
        }
        if (search->task->progress && round % PROGRESS_INTERVAL == 0)
            search->task->progress(search->task->progress_context, "enumerate", &search->findings->statistics);
    }
    while (search->path.count)
        leave(search);
}

static void enumerate(const EngineTask *task, Findings *findings)
{
    Search search = {.task = task, .findings = findings, .options = task->machine};
    explore(&search);
    vector_free(&search.path);
    vector_free(&search.choices);
    vector_free(&search.born);
    map_free(&search.visited);
}

const Engine engine_enumerate = {
    .name = "enumerate",
    .summary = "tries every interleaving, without reduction; inputs are fixed",
    .source = "depth-first search; the oracle for all others",
    .in_short = "every interleaving",
    .inputs = ENGINE_INPUTS_ONE,
    .options = HEEDS(context_bound),
    .search = enumerate,
};
