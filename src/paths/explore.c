#include "paths/explore.h"

#include "base/fail.h"
#include "paths/item_exploration.h"

enum { EVENTS_PER_GROUP = 2000 }; // of the trace, for each encoding of questions about it

static void add_violation(ItemExploration *exploration, bool race, const Machine *machine, const Choice *choices,
                          uint32_t count)
{
    FoundViolation found = {.race = race};
    for (uint32_t i = 0; i < count; i++)
        vector_push(&found.choices, choices[i]);
    uint32_t input_count;
    const InputValue *inputs = machine_inputs(machine, &input_count);
    for (uint32_t i = 0; i < input_count; i++)
        vector_push(&found.inputs, inputs[i].value);
    vector_push(&exploration->out->violations, found);
}

// The first violation of the run itself; those after it need another order, which the prediction finds.
static void note_own_violation(ItemExploration *exploration)
{
    if (!exploration->run.violations.count)
        return;
    const Program *program = exploration->explorer->task->program;
    RepeatedRun repeated = {0};
    item_run_repeat(&repeated, &exploration->run, program, &exploration->concrete);
    const Violation *violation =
        machine_status(repeated.machine) == MACHINE_VIOLATION ? machine_violation(repeated.machine) : NULL;
    if (violation && found_places_add(&exploration->explorer->reported, violation)) {
        if (violation->property != PROPERTY_DEADLOCK)
            vector_push(&exploration->explorer->found,
                        (Place){violation->property, trace_position_in(program, violation->position)});
        add_violation(exploration, false, repeated.machine, repeated.choices.data, repeated.choices.count);
    }
    repeated_run_free(&repeated);
}

static void note_predicted(void *context, const GuidedRun *run, const Violation *violation)
{
    ItemExploration *exploration = context;
    if (found_places_add(&exploration->explorer->reported, violation))
        add_violation(exploration, violation == &run->race, run->machine, run->choices.data, run->choices.count);
}

static Confirmation confirm_by_execution(void *context, const Predicted *predicted, Property *property,
                                         TracePosition *place)
{
    ItemExploration *exploration = context;
    return prediction_execute(predicted, exploration->explorer->task->program, &exploration->concrete, note_predicted,
                              exploration, property, place);
}

static void predict_violations(ItemExploration *exploration)
{
    const EngineTask *task = exploration->explorer->task;
    // All reorderings count here, whatever the user wants predict to look at.
    Options options = *task->options;
    options.given &= ~OPTION_BIT(context_bound);
    options.deepen = false;
    Prediction prediction = {.trace = exploration->run.trace,
                             .options = &options,
                             .causal_model = CAUSAL_SYMBOLIC,
                             .properties = task->machine.properties,
                             .limits = task->limits,
                             .confirm = confirm_by_execution,
                             .confirm_context = exploration,
                             .settled = &exploration->explorer->found,
                             .groups = 1 + exploration->run.trace->events.count / EVENTS_PER_GROUP,
                             .one_path = true};
    prediction_run(&prediction);
    prediction.statistics.iterations = 0;
    statistics_add(&exploration->out->statistics, &prediction.statistics);
    exploration->out->stopped = prediction.stopped;
    if (prediction.unconfirmed)
        coverage_note_unknown(&exploration->out->coverage, "a predicted violation could not be executed");
    text_free(&prediction.dump);
}

static void describe_path(ItemExploration *exploration)
{
    for (uint32_t i = 0; i < exploration->path.threads.count; i++) {
        const ThreadPath *path = &exploration->path.threads.data[i];
        if (!path->decisions.count)
            continue;
        text_format(&exploration->out->description, "%sT%u:", exploration->out->description.length ? "  " : "", i);
        for (uint32_t j = 0; j < path->decisions.count; j++) {
            text_append_character(&exploration->out->description, ' ');
            path_describe_decision(exploration->concurrent, &path->decisions.data[j], path->decisions.data[j].value,
                                   &exploration->out->description);
        }
    }
}

static void note_coverage(ItemExploration *exploration)
{
    coverage_add(&exploration->out->coverage, exploration->run.guided.machine);
    coverage_add_last(&exploration->out->coverage, exploration->run.guided.machine);
    if (exploration->explorer->task->machine.properties & PROPERTY_BIT(PROPERTY_LEAK))
        coverage_add_leaks(&exploration->out->coverage, exploration->run.trace);
}

static void note_endless(ItemExploration *exploration)
{
    exploration->out->pruned = true;
    coverage_note_unknown(&exploration->out->coverage, "bound: %s makes a run too long",
                          text_string(&exploration->run.repeated));
    note_own_violation(exploration);
}

// An assumption does not hold. A violation may have come before that.
static bool is_discarded(const ItemExploration *exploration)
{
    const ConcurrentTrace *concurrent = exploration->concurrent;
    bool failed = false;
    for (uint32_t i = 0; i < concurrent->threads.count; i++) {
        uint32_t blocked = concurrent->threads.data[i].blocked;
        failed |= blocked && concurrent->trace->events.data[blocked - 1].kind == EVENT_blocked &&
                  concurrent->trace->events.data[blocked - 1].pending == EVENT_assume;
    }
    return failed && !exploration->run.violations.count;
}

static void analyse(ItemExploration *exploration)
{
    ItemResult *out = exploration->out;
    exploration->concurrent = concurrent_trace_create(exploration->run.trace, exploration->explorer->task->limits);
    if (!exploration->concurrent) {
        out->stopped = limits_exceeded(exploration->explorer->task->limits);
        return;
    }
    path_read(exploration->concurrent, &exploration->path);
    path_prefix_of_path(&exploration->path, &out->prefix);
    for (uint32_t i = 0; i < exploration->concurrent->threads.count; i++) {
        const ConcurrentThread *thread = &exploration->concurrent->threads.data[i];
        bool ended_all = exploration->path.threads.data[i].progress > progress_decided_after(thread->events.count);
        out->stopped_early |= thread->exit == NO_EVENT && !ended_all;
    }
    out->discarded = is_discarded(exploration);
    out->path = exploration->run.path;
    if (exploration->explorer->describe)
        describe_path(exploration);
    bool followed = exploration->explorer->kind == EXPLORE_COMBINATIONS ||
                    path_prefix_subsumes(&exploration->item->prefix, &out->prefix);
    // What was there before a write is among the reads only where it decides whether a loop waits, so that the order of
    // decisions may be another one.
    bool surprising = exploration->explorer->kind != EXPLORE_READS && !exploration->concurrent->approximate;
    if (!followed && surprising && !exploration->item->approximate &&
        machine_status(exploration->run.guided.machine) != MACHINE_UNKNOWN)
        INTERNAL_ERROR("a run did not follow the prefix of its path");
    if (!followed)
        coverage_note_unknown(&out->coverage, "a path that was found could not be executed");
    out->pruned = !followed;
    out->statistics.pruned = out->pruned;
    if (exploration->concurrent->unasked)
        coverage_note_unknown(&out->coverage, "%s", exploration->concurrent->unasked);
    if (!exploration->item->again) {
        note_own_violation(exploration);
        if (out->violations.count && !exploration->explorer->task->options->all)
            return;
        predict_violations(exploration);
    }
    if (exploration->explorer->kind == EXPLORE_READS && exploration->concurrent->fresh) { // it goes by values
        coverage_note_unknown(&out->coverage, "what others find in memory that nobody has written");
        return;
    }
    if (out->stopped == LIMIT_NONE && !out->pruned &&
        !(out->violations.count && !exploration->explorer->task->options->all))
        explore_negate_decisions(exploration);
    if (out->relied.count)
        work_item_copy(exploration->item, &out->item);
}

static void do_item(Explorer *explorer, const WorkItem *item, ItemResult *out)
{
    ItemExploration exploration = {.explorer = explorer, .item = item, .out = out, .concrete = explorer->task->machine};
    out->node = item->node;
    bool reads = explorer->kind == EXPLORE_READS;
    item_run_execute(&exploration.run, explorer->task, reads || explorer->kind == EXPLORE_INPUT, reads, item);
    Machine *machine = exploration.run.guided.machine;
    out->statistics.runs = 1;
    out->statistics.iterations = explorer->kind == EXPLORE_INPUT;
    out->statistics.events = machine_event_count(machine);
    out->coverage.escaped = machine_status(machine) == MACHINE_ESCAPED;
    out->stopped = limits_exceeded(explorer->task->limits);
    if (!out->coverage.escaped && out->stopped == LIMIT_NONE) {
        if (exploration.run.endless) {
            note_endless(&exploration);
        } else {
            note_coverage(&exploration);
            analyse(&exploration);
        }
    }
    if (limits_stop(explorer->task->limits)) // what was found may be only part of what there is
        out->stopped = explorer->task->limits->reason;
    vector_free(&exploration.progress);
    path_free(&exploration.path);
    concurrent_trace_free(exploration.concurrent);
    item_run_free(&exploration.run);
}

void explore_item(void *context, const Bytes *bytes, Bytes *out)
{
    WorkItem item = {0};
    ItemResult result = {0};
    BytesReader reader = bytes_reader(bytes);
    work_item_get(&reader, &item);
    do_item(context, &item, &result);
    item_result_put(&result, out);
    item_result_free(&result);
    work_item_free(&item);
}
