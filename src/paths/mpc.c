// Exploration of schedules and inputs together (Yi and Huang): each reachable combination of the threads' paths is
// executed once, by a schedule and an input that the solver found, and all its reorderings and inputs are checked at
// once. MCR is the same search with a fixed input, in which every value read is a decision.
//
// The master keeps the items of work and what is known of all runs, and hands items to a crew (this process, or
// others). What an item yields depends on which runs its worker knows of by then; an item that relied on a plan which
// was not kept is done again. So the number of runs depends on the crew, the verdict and the number of paths do not.
#include "paths/mpc.h"

#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "crew/crew.h"
#include "paths/explore.h"
#include "paths/item_result.h"
#include "paths/path_tree.h"

typedef VECTOR(WorkItem) WorkItems;

// An item that was done on the understanding that planned runs do not stop early.
typedef struct Reliance {
    WorkItem item; // empty once it is to be done again
    VECTOR(uint64_t) runs;
} Reliance;

typedef struct Master {
    const EngineTask *task;
    Findings *findings;
    const Engine *engine;
    Explorer explorer;
    Crew *crew;
    WorkItems items; // the last is done next
    WorkItems later; // to be done again, when there are no others
    VECTOR(Reliance) reliances;
    Map paths; // fingerprints seen
    PathTree tree;
    uint64_t node_count;
    bool stopped;
} Master;

static bool dumps(const Master *master)
{
    return (master->task->options->dump & (DUMP_PATHS | DUMP_PATHS_DOT)) != 0;
}

static uint64_t new_node(Master *master, uint64_t parent, const char *label)
{
    if (dumps(master))
        path_tree_add(&master->tree, parent, label);
    return master->node_count++;
}

static PathNode *tree_node(Master *master, uint64_t node)
{
    return &master->tree.nodes.data[node];
}

// Takes over the item, which is left empty.
static void push_item(Master *master, WorkItem *item, uint64_t parent, const char *label)
{
    item->node = new_node(master, parent, label);
    if (item->again)
        vector_push(&master->later, *item);
    else
        vector_push(&master->items, *item);
    *item = (WorkItem){0};
}

static void drop_items(Master *master)
{
    for (uint32_t i = 0; i < master->items.count; i++)
        work_item_free(&master->items.data[i]);
    for (uint32_t i = 0; i < master->later.count; i++)
        work_item_free(&master->later.data[i]);
    for (uint32_t i = 0; i < master->reliances.count; i++) {
        work_item_free(&master->reliances.data[i].item);
        vector_free(&master->reliances.data[i].runs);
    }
    master->items.count = master->later.count = master->reliances.count = 0;
}

static void push_first_item(Master *master)
{
    WorkItem item = {.guide = {.last = NO_THREAD}};
    push_item(master, &item, 0, "true");
}

// Adds runs to those that are known here and in all workers. Leaves `update` empty.
static void publish(Master *master, Bytes *update)
{
    known_runs_update(&master->explorer.known, update);
    crew_broadcast(master->crew, update);
    bytes_free(update);
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
    Machine *machine = machine_create(task->program, &options);
    for (uint32_t i = 0; i < found->choices.count && machine_status(machine) == MACHINE_RUNNING; i++)
        machine_step(machine, found->choices.data[i]);
    Violation race;
    if (found->race ? !machine_find_race(machine, &race) : machine_status(machine) != MACHINE_VIOLATION)
        INTERNAL_ERROR("a violation that a worker found could not be executed again");
    findings_add(master->findings, task, &options, machine, found->race ? &race : NULL, found->choices.data,
                 found->choices.count);
    machine_free(machine);
    input_plan_free(&plan);
}

static void note_path(Master *master, const ItemResult *result)
{
    PathNodeState state = result->discarded ? PATH_NODE_DISCARDED : PATH_NODE_PRUNED;
    if (!result->discarded && !result->pruned) {
        uint64_t *seen = map_insert(&master->paths, result->path);
        state = *seen ? PATH_NODE_KNOWN : result->violations.count ? PATH_NODE_VIOLATED : PATH_NODE_PATH;
        *seen = 1;
    }
    if (!dumps(master))
        return;
    PathNode *node = tree_node(master, result->node);
    node->state = state;
    text_append(&node->path, text_string(&result->description));
}

static bool keeps_track(const Master *master)
{
    return master->explorer.kind != EXPLORE_COMBINATIONS;
}

// Whether the run was stopped where the item relied on it.
static bool is_disappointed(const Master *master, const Reliance *reliance, const KnownRun *run)
{
    const KnownRun *own = known_runs_find_node(&master->explorer.known, reliance->item.node);
    return run->made && run->stopped && (!own || path_prefix_falls_short(&run->prefix, &own->prefix));
}

// The node is not planned any more, and this run was made in its place: what relied on it in vain is to be done again.
static void settle_reliances(Master *master, uint64_t node, const KnownRun *run)
{
    for (uint32_t i = 0; i < master->reliances.count && run->stopped; i++) {
        Reliance *reliance = &master->reliances.data[i];
        bool relied = false;
        for (uint32_t j = 0; j < reliance->runs.count; j++)
            relied |= reliance->runs.data[j] == node;
        if (!relied || !is_disappointed(master, reliance, run))
            continue;
        uint64_t parent = reliance->item.node;
        reliance->item.again = true;
        push_item(master, &reliance->item, parent, "further");
        vector_free(&reliance->runs);
        *reliance = vector_pop(&master->reliances);
        i--;
    }
}

static void take_reliance(Master *master, ItemResult *result)
{
    if (!result->relied.count)
        return;
    Reliance reliance = {.item = result->item};
    result->item = (WorkItem){0};
    for (uint32_t i = 0; i < result->relied.count; i++)
        vector_push(&reliance.runs, result->relied.data[i]);
    vector_push(&master->reliances, reliance);
    // Some were made in the meantime.
    for (uint32_t i = 0; i < result->relied.count; i++) {
        const KnownRun *run = known_runs_find_node(&master->explorer.known, result->relied.data[i]);
        if (run && run->made)
            settle_reliances(master, result->relied.data[i], run);
    }
}

static void take_child(Master *master, uint64_t parent, Child *child, Bytes *update)
{
    WorkItem *item = &child->item;
    if (!child->reachable) {
        if (dumps(master))
            tree_node(master, new_node(master, parent, text_string(&child->label)))->state = PATH_NODE_UNREACHABLE;
        return;
    }
    if (keeps_track(master) && !item->again) {
        // Another worker may have found the same in the meantime.
        if (known_runs_find(&master->explorer.known, &item->prefix, false))
            return;
        known_run_put(&(KnownRun){.node = master->node_count, .prefix = item->prefix}, update);
    }
    push_item(master, item, parent, text_string(&child->label));
}

static void take_children(Master *master, ItemResult *result)
{
    Bytes update = {0};
    if (keeps_track(master) && result->prefix.threads.count) {
        KnownRun run = {.node = result->node,
                        .made = true,
                        .stopped = result->stopped_early,
                        .counts = !result->discarded && !result->pruned,
                        .path = result->path,
                        .prefix = result->prefix};
        known_run_put(&run, &update);
        publish(master, &update);
        take_reliance(master, result);
        settle_reliances(master, result->node, known_runs_find_node(&master->explorer.known, result->node));
    }
    // The first child is done first.
    for (uint32_t i = result->children.count; i-- > 0;)
        take_child(master, result->node, &result->children.data[i], &update);
    publish(master, &update);
}

// Ends the search; the reason replaces others.
static void stop(Master *master, const char *reason)
{
    master->stopped = true;
    text_clear(&master->findings->coverage.unknown);
    coverage_note_unknown(&master->findings->coverage, "%s", reason);
}

static void take_result(Master *master, const Bytes *bytes)
{
    ItemResult result = {0};
    BytesReader reader = bytes_reader(bytes);
    item_result_get(&reader, &result);
    statistics_add(&master->findings->statistics, &result.statistics);
    coverage_join(&master->findings->coverage, &result.coverage);
    if (result.stopped != LIMIT_NONE)
        stop(master, limits_reason_text(result.stopped));
    master->stopped |= result.coverage.escaped;
    if (!result.coverage.escaped) {
        note_path(master, &result);
        for (uint32_t i = 0; i < result.violations.count; i++)
            confirm_violation(master, &result.violations.data[i]);
        take_children(master, &result);
    }
    item_result_free(&result);
}

static bool finished(const Master *master)
{
    return master->stopped || findings_suffice(master->findings, master->task);
}

// Hands out items, other than those planned for what another run has done since.
static void give_items(Master *master)
{
    while (master->items.count + master->later.count && crew_idle(master->crew)) {
        // What is done later is easier when all else is known.
        if (!master->items.count && crew_busy(master->crew))
            return;
        WorkItem item = master->items.count ? vector_pop(&master->items) : vector_pop(&master->later);
        const KnownRun *known = keeps_track(master) && !item.again && item.prefix.threads.count
                                    ? known_runs_find(&master->explorer.known, &item.prefix, true)
                                    : NULL;
        if (known) {
            if (dumps(master))
                tree_node(master, item.node)->state = PATH_NODE_KNOWN;
            // From now on this run, which was made, stands for the plan.
            Bytes update = {0};
            KnownRun instead = *known;
            instead.node = item.node;
            instead.counts = false;
            known_run_put(&instead, &update);
            publish(master, &update);
            settle_reliances(master, item.node, known_runs_find_node(&master->explorer.known, item.node));
        } else {
            Bytes bytes = {0};
            work_item_put(&item, &bytes);
            crew_give(master->crew, &bytes);
            bytes_free(&bytes);
        }
        work_item_free(&item);
    }
}

static void search(Master *master)
{
    Bytes result = {0};
    push_first_item(master);
    while (!finished(master)) {
        give_items(master);
        if (!crew_busy(master->crew))
            break;
        switch (crew_next(master->crew, &result)) {
        case CREW_RESULT:
            take_result(master, &result);
            break;
        case CREW_DIED:
            stop(master, crew_reason(master->crew));
            break;
        case CREW_LIMIT:
            stop(master, limits_reason_text(limits_exceeded(master->task->limits)));
            break;
        }
        master->findings->statistics.paths = master->paths.count;
        if (master->task->progress)
            master->task->progress(master->task->progress_context, master->engine->name, &master->findings->statistics);
    }
    bytes_free(&result);
    drop_items(master);
}

void mpc_explore(const EngineTask *task, ExplorationKind kind, const Engine *engine, Findings *findings)
{
    Master master = {.task = task,
                     .findings = findings,
                     .engine = engine,
                     .explorer = {.task = task,
                                  .kind = kind,
                                  .describe = (task->options->dump & (DUMP_PATHS | DUMP_PATHS_DOT)) != 0}};
    master.crew =
        crew_create((uint32_t)task->options->jobs, explore_item, explorer_receive, &master.explorer, task->limits);
    search(&master);
    crew_free(master.crew);
    if (keeps_track(&master))
        findings->statistics.paths = known_runs_count_paths(&master.explorer.known);
    else
        coverage_note_unknown(&findings->coverage, "strategy 1 may miss paths");
    if (task->options->dump & DUMP_PATHS)
        path_tree_append_text(&master.tree, &findings->dump);
    if (task->options->dump & DUMP_PATHS_DOT)
        path_tree_append_graphviz(&master.tree, &findings->dump);
    path_tree_free(&master.tree);
    explorer_free(&master.explorer);
    vector_free(&master.items);
    vector_free(&master.later);
    vector_free(&master.reliances);
    map_free(&master.paths);
}

static void mpc(const EngineTask *task, Findings *findings)
{
    mpc_explore(task, task->options->strategy == STRATEGY_1 ? EXPLORE_COMBINATIONS : EXPLORE_PATHS, &engine_mpc,
                findings);
}

static void mcr(const EngineTask *task, Findings *findings)
{
    mpc_explore(task, EXPLORE_READS, &engine_mcr, findings);
}

const Engine engine_mpc = {
    .name = "mpc",
    .summary = "every reachable path of all threads once, over all schedules and inputs",
    .source = "Yi, Huang: Concurrency Verification with Maximal Path Causality",
    .in_short = "every path once",
    .inputs = ENGINE_INPUTS_ALL,
    .options = HEEDS(jobs) | HEEDS(strategy) | HEEDS(order) | HEEDS(no_slice),
    .dumps = DUMP_PATHS | DUMP_PATHS_DOT,
    .search = mpc,
};

const Engine engine_mcr = {
    .name = "mcr",
    .summary = "one input; new values of reads drive new runs",
    .source = "Huang: Stateless ConcurrentTrace Checking Concurrent Programs with Maximal Causality Reduction",
    .in_short = "every value read once",
    .inputs = ENGINE_INPUTS_ONE,
    .options = HEEDS(jobs) | HEEDS(order) | HEEDS(no_slice),
    .dumps = DUMP_PATHS | DUMP_PATHS_DOT,
    .search = mcr,
};
