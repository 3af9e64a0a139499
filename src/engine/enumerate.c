// Every interleaving, by depth-first search over clones of the machine, without reduction: the oracle for the engines
// that search better. Inputs are those of the user, or zero; a program that reads others is answered for these only.
//
// A path that comes back to a state it has been in goes round a cycle (a thread polls under a lock, say): everything
// that follows was or will be explored from the first visit, so the path ends there.
#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"
#include "run/execution.h"
#include "run/parts.h"

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

typedef struct Enumeration {
    const EngineTask *task;
    Findings *findings;
    MachineOptions options;
    VECTOR(Node) path;
    VECTOR(Choice) choices; // taken on the path
    VECTOR(uint32_t) born;  // by thread: how many choices had been taken when it was created
    Map visited;            // fingerprints on the path
    Parts parts;            // given away at nodes, all choices that are left there
    uint32_t floor;         // of a process that does a part: the node where it began is the last one below
    bool stopped;
} Enumeration;

static bool bounded_switches(const Enumeration *enumeration)
{
    return OPTION_GIVEN(enumeration->task->options, context_bound);
}

static bool counts_as_switch(const Enumeration *enumeration, const Node *node, uint32_t thread)
{
    return execution_counts_switch(node->machine, node->last_thread, thread,
                                   enumeration->born.data[thread] == enumeration->choices.count);
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
static void collect_choices(Enumeration *enumeration, Node *node, uint32_t taken)
{
    uint32_t threads = machine_thread_count(node->machine);
    VECTOR(Choice) choices = {0};
    for (uint32_t i = 0; i < threads; i++) {
        uint32_t alternatives = i == taken ? 0 : machine_alternatives(node->machine, i);
        if (alternatives && bounded_switches(enumeration) && counts_as_switch(enumeration, node, i) &&
            node->switches >= enumeration->task->options->context_bound) {
            enumeration->findings->coverage.cut_switches = true;
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

static void report_violation(Enumeration *enumeration, const Machine *machine, const Violation *race)
{
    findings_add(enumeration->findings, enumeration->task, &enumeration->options, machine, race,
                 enumeration->choices.data, enumeration->choices.count);
    enumeration->stopped |= findings_suffice(enumeration->findings, enumeration->task);
}

static void finish_leaf(Enumeration *enumeration, Machine *machine)
{
    Statistics *statistics = &enumeration->findings->statistics;
    statistics->events += machine_event_count(machine);
    statistics->runs++;
    coverage_add(&enumeration->findings->coverage, machine);
    switch (machine_status(machine)) {
    case MACHINE_VIOLATION:
        report_violation(enumeration, machine, NULL);
        statistics->interleavings++;
        break;
    case MACHINE_DISCARDED:
        statistics->pruned++;
        break;
    case MACHINE_ESCAPED:
        enumeration->stopped = true;
        break;
    case MACHINE_UNKNOWN:
        enumeration->stopped |= limits_exceeded(enumeration->task->limits) != LIMIT_NONE;
        break;
    default:
        statistics->interleavings++;
        break;
    }
    machine_free(machine);
}

// True if the state was on the path already.
static bool closes_cycle(Enumeration *enumeration, Node *node)
{
    if (!machine_iterated(node->machine) && enumeration->path.count < CYCLE_CHECK_DEPTH)
        return false;
    uint64_t fingerprint[2];
    machine_fingerprint(node->machine, fingerprint);
    uint64_t *seen = map_insert(&enumeration->visited, fingerprint[0]);
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
static void enter(Enumeration *enumeration, Machine *machine, uint32_t last_thread, uint32_t switches,
                  uint32_t parent_threads)
{
    if (machine_status(machine) != MACHINE_RUNNING) {
        finish_leaf(enumeration, machine);
        return;
    }
    Violation race;
    if ((enumeration->options.properties & PROPERTY_BIT(PROPERTY_RACE)) && machine_find_race(machine, &race)) {
        report_violation(enumeration, machine, &race);
        if (enumeration->stopped) {
            finish_leaf(enumeration, machine);
            return;
        }
    }
    Node node = {.machine = machine, .last_thread = last_thread, .switches = switches};
    if (closes_cycle(enumeration, &node)) {
        enumeration->findings->statistics.pruned++;
        enumeration->findings->statistics.runs++;
        enumeration->findings->statistics.events += machine_event_count(machine);
        coverage_add(&enumeration->findings->coverage, machine);
        machine_free(machine);
        return;
    }
    if (machine_thread_count(machine) > enumeration->born.count)
        vector_resize(&enumeration->born, machine_thread_count(machine));
    for (uint32_t i = parent_threads; i < machine_thread_count(machine); i++)
        enumeration->born.data[i] = enumeration->choices.count;
    collect_yielding(&node);
    if (!node.yields)
        collect_choices(enumeration, &node, NO_THREAD);
    vector_push(&enumeration->path, node);
}

static void leave(Enumeration *enumeration)
{
    Node node = vector_pop(&enumeration->path);
    if (node.tracked)
        *map_insert(&enumeration->visited, node.fingerprint) = 0;
    if (enumeration->choices.count)
        vector_drop(&enumeration->choices);
    machine_free(node.machine);
    free(node.choices);
}

static void advance(Enumeration *enumeration)
{
    uint32_t top = enumeration->path.count - 1;
    Node *node = &enumeration->path.data[top];
    Choice choice = node->choices[node->next++];
    uint32_t switches = node->switches + counts_as_switch(enumeration, node, choice.thread);
    bool last = node->next == node->choice_count && !node->yields;
    Machine *machine = last ? node->machine : machine_clone(node->machine);
    if (last)
        node->machine = NULL;
    uint32_t depth = enumeration->path.count;
    uint32_t threads = machine_thread_count(machine);
    machine_step(machine, choice);
    if (node->yields && !machine_was_quiet(machine))
        collect_choices(enumeration, node, choice.thread);
    vector_push(&enumeration->choices, choice);
    enter(enumeration, machine, choice.thread, switches, threads);
    if (enumeration->path.count == depth) // it was a leaf
        vector_drop(&enumeration->choices);
}

// --- Parts

// In the new process the path ends at the node, with the choices that were left there; in the other it has none of them.
static void offer_work(Enumeration *enumeration, uint64_t round)
{
    if (!parts_look(&enumeration->parts, round, &enumeration->stopped))
        return;
    parts_take_ready(&enumeration->parts, &enumeration->stopped);
    for (uint32_t i = enumeration->floor; i + 1 < enumeration->path.count; i++) {
        Node *node = &enumeration->path.data[i];
        if (node->yields || node->next == node->choice_count)
            continue;
        switch (parts_give(&enumeration->parts, NULL, 0)) {
        case TEAM_HELPER:
            while (enumeration->path.count > i + 1)
                leave(enumeration);
            enumeration->floor = i;
            break;
        case TEAM_PARENT:
            node->choice_count = node->next;
            break;
        case TEAM_ALONE:
            break;
        }
        return;
    }
}

static void finish_parts(Enumeration *enumeration)
{
    Bytes nothing = {0};
    if (enumeration->parts.team && enumeration->stopped)
        team_stop(enumeration->parts.team);
    while (parts_matter(&enumeration->parts))
        parts_take(&enumeration->parts, 0, &nothing, &enumeration->stopped);
    parts_drop(&enumeration->parts);
    if (enumeration->parts.helping)
        parts_report(&enumeration->parts, enumeration->stopped, &nothing);
    bytes_free(&nothing);
}

static void explore(Enumeration *enumeration)
{
    enter(enumeration, machine_create(enumeration->task->program, &enumeration->options), NO_THREAD, 0, 0);
    for (uint64_t round = 0; enumeration->path.count > enumeration->floor && !enumeration->stopped; round++) {
        Node *node = &vector_last(&enumeration->path);
        if (node->next == node->choice_count)
            leave(enumeration);
        else
            advance(enumeration);
        enumeration->stopped |= limits_exceeded(enumeration->task->limits) != LIMIT_NONE;
        if (enumeration->task->run_limit && enumeration->findings->statistics.runs >= enumeration->task->run_limit) {
            coverage_note_unknown(&enumeration->findings->coverage, "there are too many interleavings");
            enumeration->stopped = true;
        }
        offer_work(enumeration, round);
        if (enumeration->task->progress && !enumeration->parts.helping && round % PROGRESS_INTERVAL == 0)
            enumeration->task->progress(enumeration->task->progress_context, "enumerate",
                                        &enumeration->findings->statistics);
    }
    finish_parts(enumeration);
    while (enumeration->path.count)
        leave(enumeration);
}

static void enumerate(const EngineTask *task, Findings *findings)
{
    Enumeration enumeration = {.task = task, .findings = findings, .options = task->machine};
    if (!task->run_limit)
        parts_begin(&enumeration.parts, task, findings);
    explore(&enumeration);
    parts_end(&enumeration.parts);
    vector_free(&enumeration.path);
    vector_free(&enumeration.choices);
    vector_free(&enumeration.born);
    map_free(&enumeration.visited);
}

const Engine engine_enumerate = {
    .name = "enumerate",
    .summary = "tries every interleaving, without reduction; inputs are fixed",
    .source = "depth-first search; the oracle for all others",
    .in_short = "every interleaving",
    .inputs = ENGINE_INPUTS_ONE,
    .knows_weak_memory = true,
    .options = HEEDS(context_bound) | HEEDS(jobs) | HEEDS(divide_after),
    .names_all_races = true,
    .search = enumerate,
};
