// Exploration of schedules and inputs together (Yi and Huang): each reachable combination of the threads' paths is executed once, by a
// schedule and an input that the solver found, and all its reorderings and inputs are checked at once. MCR is the same search with a
// fixed input, in which every value read is a decision.
//
// The master keeps the items of work and hands them to a crew (this process, or others); what an item yields depends on the item
// alone, so neither the verdict nor the number of paths depends on the crew.
#include "engine/engine.h"

#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "engine/crew.h"
#include "engine/explore.h"
#include "engine/path_tree.h"

typedef struct Master {
    const EngineTask *task;
    Verdict *verdict;
    Explorer explorer;
    Crew *crew;
    VECTOR(Bytes) items; // the last is done next
    Map paths;           // fingerprints seen
    FoundPlaces found;
    Coverage coverage;
    PathTree tree;
    bool share_everything;
    uint64_t first_node; // results of nodes before it are of no interest
    uint64_t node_count;
    LimitReason stopped;
    Text died;
} Master;

static bool dumps(const Master *master)
{
    return (master->task->options->dump & (DUMP_PATHS | DUMP_PATHS_DOT)) != 0;
}

static uint64_t new_node(Master *master, uint64_t parent, const char *label)
{
    if (dumps(master))
        path_tree_add(&master->tree, parent - master->first_node, label);
    return master->node_count++;
}

static PathNode *tree_node(Master *master, uint64_t node)
{
    return &master->tree.nodes.data[node - master->first_node];
}

static void push_item(Master *master, WorkItem *item, uint64_t parent, const char *label)
{
    Bytes bytes = {0};
    item->node = new_node(master, parent, label);
    work_item_put(item, &bytes);
    vector_push(&master->items, bytes);
}

static void drop_items(Master *master)
{
    for (uint32_t i = 0; i < master->items.count; i++)
        bytes_free(&master->items.data[i]);
    master->items.count = 0;
}

static void push_first_item(Master *master)
{
    WorkItem item = {.turned = UINT32_MAX, .share_everything = master->share_everything, .guide = {.last = UINT32_MAX}};
    master->first_node = master->node_count;
    push_item(master, &item, master->node_count, "true");
}

// Everything is visible to everybody from now on: events have other numbers, so nothing found so far can be gone on with.
static void begin_again(Master *master)
{
    CHECK(!master->share_everything);
    master->share_everything = true;
    drop_items(master);
    map_free(&master->paths);
    master->paths = (Map){0};
    path_tree_free(&master->tree);
    master->tree = (PathTree){0};
    master->verdict->statistics = (Statistics){0};
    push_first_item(master);
}

// --- Results

static void confirm_violation(Master *master, const FoundViolation *found)
{
    const EngineTask *task = master->task;
    InputPlan plan = {.exact = true};
    for (uint32_t i = 0; i < found->inputs.count; i++)
        vector_push(&plan.ordered, found->inputs.data[i]);
    MachineOptions options = task->machine;
    options.inputs = &plan;
    options.limits = NULL;
    options.share_everything |= master->share_everything;
    Machine *machine = machine_create(task->program, &options);
    for (uint32_t i = 0; i < found->choices.count && machine_status(machine) == MACHINE_RUNNING; i++)
        machine_step(machine, found->choices.data[i]);
    Violation race;
    if (found->race ? !machine_find_race(machine, &race) : machine_status(machine) != MACHINE_VIOLATION)
        INTERNAL_ERROR("a violation that a worker found could not be executed again");
    const Violation *violation = found->race ? &race : machine_violation(machine);
    if (found_places_add(&master->found, violation)) {
        Trace *trace = execution_confirm(task, &options, machine, found->race ? &race : NULL, found->choices.data,
                                         found->choices.count);
        vector_push(&master->verdict->counterexamples, trace);
    }
    machine_free(machine);
    input_plan_free(&plan);
}

static void add_coverage(Master *master, const Explored *explored)
{
    Coverage *coverage = &master->coverage;
    if (explored->read_free_input && !coverage->read_free_input)
        memcpy(coverage->input_name, explored->input_name, sizeof coverage->input_name);
    coverage->read_free_input |= explored->read_free_input;
    coverage->read_given_input |= explored->read_given_input;
    coverage->havocked |= explored->havocked;
    coverage->cut_loops |= explored->cut_loops;
    if (!coverage->unknown.length)
        text_append(&coverage->unknown, text_string(&explored->unknown));
}

static void note_path(Master *master, const Explored *explored)
{
    PathNodeState state = explored->discarded ? PATH_NODE_DISCARDED : PATH_NODE_PRUNED;
    if (!explored->discarded && !explored->pruned) {
        uint64_t *seen = map_insert(&master->paths, explored->path);
        state = *seen ? PATH_NODE_KNOWN : explored->violations.count ? PATH_NODE_VIOLATED : PATH_NODE_PATH;
        *seen = 1;
    }
    if (!dumps(master))
        return;
    PathNode *node = tree_node(master, explored->node);
    node->state = state;
    text_append(&node->path, text_string(&explored->description));
}

static void take_children(Master *master, Explored *explored)
{
    // The first child is done first.
    for (uint32_t i = explored->children.count; i-- > 0;) {
        Child *child = &explored->children.data[i];
        if (child->exists) {
            push_item(master, &child->item, explored->node, text_string(&child->label));
        } else if (dumps(master)) {
            uint64_t node = new_node(master, explored->node, text_string(&child->label));
            tree_node(master, node)->state = PATH_NODE_UNREACHABLE;
        }
    }
}

static void take_result(Master *master, const Bytes *bytes)
{
    Explored explored = {0};
    BytesReader reader = bytes_reader(bytes);
    explored_get(&reader, &explored);
    if (explored.node >= master->first_node) {
        statistics_add(&master->verdict->statistics, &explored.statistics);
        if (explored.stopped != LIMIT_NONE)
            master->stopped = explored.stopped;
        if (explored.escaped) {
            begin_again(master);
        } else {
            add_coverage(master, &explored);
            note_path(master, &explored);
            for (uint32_t i = 0; i < explored.violations.count; i++)
                confirm_violation(master, &explored.violations.data[i]);
            take_children(master, &explored);
        }
    }
    explored_free(&explored);
}

static bool finished(const Master *master)
{
    return master->stopped != LIMIT_NONE || master->died.length ||
           (master->verdict->counterexamples.count && !master->task->options->all);
}

static void search(Master *master)
{
    Bytes result = {0};
    push_first_item(master);
    while (!finished(master) && (master->items.count || crew_busy(master->crew))) {
        while (master->items.count && crew_idle(master->crew)) {
            Bytes item = vector_pop(&master->items);
            crew_give(master->crew, &item);
            bytes_free(&item);
        }
        switch (crew_next(master->crew, &result)) {
        case CREW_RESULT:
            take_result(master, &result);
            break;
        case CREW_DIED:
            text_append(&master->died, crew_reason(master->crew));
            break;
        case CREW_LIMIT:
            master->stopped = limits_exceeded(master->task->limits);
            break;
        }
        master->verdict->statistics.paths = master->paths.count;
        if (master->task->progress)
            master->task->progress(master->task->progress_context, master->verdict->engine,
                                   &master->verdict->statistics);
    }
    bytes_free(&result);
    drop_items(master);
}

// --- The verdict

static bool explain_unknown(const Master *master, Text *reason)
{
    const Coverage *coverage = &master->coverage;
    if (master->died.length)
        text_append(reason, text_string(&master->died));
    else if (master->stopped != LIMIT_NONE)
        text_append(reason, limits_reason_text(master->stopped));
    else if (coverage->unknown.length)
        text_append(reason, text_string(&coverage->unknown));
    else if (coverage->havocked)
        text_append(reason, "a function without body was taken to return anything and do nothing");
    else if (master->explorer.kind == EXPLORE_PATHS_PRODUCTS)
        text_append(reason, "strategy 1 may miss paths");
    else if (master->explorer.kind == EXPLORE_READS && coverage->read_free_input)
        text_format(reason, "only one value of the input %s was tried", coverage->input_name);
    else
        return false;
    return true;
}

static void conclude(Master *master)
{
    Verdict *verdict = master->verdict;
    const Coverage *coverage = &master->coverage;
    verdict->answer = ANSWER_TRUE;
    if (verdict->counterexamples.count) {
        verdict->answer = ANSWER_FALSE;
        return;
    }
    verdict->bounded = coverage->cut_loops || coverage->read_given_input;
    if (explain_unknown(master, &verdict->reason)) {
        verdict->answer = ANSWER_UNKNOWN;
        verdict->bounded = true;
        return;
    }
    text_append(&verdict->note, coverage->read_given_input  ? "for all schedules, with the given input"
                                : coverage->read_free_input ? "for all schedules and inputs"
                                                            : "for all schedules");
    if (coverage->cut_loops)
        text_append(&verdict->note, ", up to the given number of loop iterations");
}

static void explore(const EngineTask *task, Exploration kind, const char *engine, Verdict *verdict)
{
    verdict->engine = engine;
    Master master = {.task = task,
                     .verdict = verdict,
                     .explorer = {.task = task,
                                  .kind = kind,
                                  .describe = (task->options->dump & (DUMP_PATHS | DUMP_PATHS_DOT)) != 0}};
    master.crew = crew_create((uint32_t)task->options->jobs, explore_item, &master.explorer, task->limits);
    search(&master);
    crew_free(master.crew);
    conclude(&master);
    if (task->options->dump & DUMP_PATHS)
        path_tree_append_text(&master.tree, &verdict->dump);
    if (task->options->dump & DUMP_PATHS_DOT)
        path_tree_append_graphviz(&master.tree, &verdict->dump);
    path_tree_free(&master.tree);
    explorer_free(&master.explorer);
    coverage_free(&master.coverage);
    vector_free(&master.items);
    vector_free(&master.found.keys);
    map_free(&master.paths);
    text_free(&master.died);
}

static void verify_mpc(const EngineTask *task, Verdict *verdict)
{
    explore(task, task->options->strategy == STRATEGY_1 ? EXPLORE_PATHS_PRODUCTS : EXPLORE_PATHS, engine_mpc.name,
            verdict);
}

static void verify_mcr(const EngineTask *task, Verdict *verdict)
{
    explore(task, EXPLORE_READS, engine_mcr.name, verdict);
}

const Engine engine_mpc = {
    .name = "mpc",
    .summary = "every reachable path of all threads once, over all schedules and inputs",
    .source = "Yi, Huang: Concurrency Verification with Maximal Path Causality",
    .parallel = true,
    .verify = verify_mpc,
};

const Engine engine_mcr = {
    .name = "mcr",
    .summary = "one input; new values of reads drive new runs",
    .source = "Huang: Stateless Model Checking Concurrent Programs with Maximal Causality Reduction",
    .parallel = true,
    .verify = verify_mcr,
};
