#include "paths/explore.h"

#include "base/fail.h"
#include "paths/explore_state.h"

enum { EVENTS_PER_GROUP = 2000 }; // of the trace, for each encoding of questions about it

static void add_violation(Search *search, bool race, const Machine *machine, const Choice *choices, uint32_t count)
{
    FoundViolation found = {.race = race};
    for (uint32_t i = 0; i < count; i++)
        vector_push(&found.choices, choices[i]);
    uint32_t input_count;
    const InputValue *inputs = machine_inputs(machine, &input_count);
    for (uint32_t i = 0; i < input_count; i++)
        vector_push(&found.inputs, inputs[i].value);
    vector_push(&search->out->violations, found);
}

// The first violation of the run itself; those after it need another order, which the prediction finds.
static void note_own_violation(Search *search)
{
    if (!search->run.violations.count)
        return;
    const Program *program = search->explorer->task->program;
    RepeatedRun repeated = {0};
    explore_run_repeat(&repeated, &search->run, program, &search->concrete);
    const Violation *violation =
        machine_status(repeated.machine) == MACHINE_VIOLATION ? machine_violation(repeated.machine) : NULL;
    if (violation && found_places_add(&search->explorer->reported, violation)) {
        if (violation->property != PROPERTY_DEADLOCK)
            vector_push(&search->explorer->found,
                        (Place){violation->property, trace_position_in(program, violation->position)});
        add_violation(search, false, repeated.machine, repeated.choices.data, repeated.choices.count);
    }
    repeated_run_free(&repeated);
}

static void note_predicted(void *context, const Followed *followed, const Violation *violation)
{
    Search *search = context;
    if (found_places_add(&search->explorer->reported, violation))
        add_violation(search, violation == &followed->race, followed->machine, followed->choices.data,
                      followed->choices.count);
}

static Confirmation execute_prediction(void *context, const Predicted *predicted, Property *property,
                                       TracePosition *place)
{
    Search *search = context;
    return prediction_execute(predicted, search->explorer->task->program, &search->concrete, note_predicted, search,
                              property, place);
}

static void predict_violations(Search *search)
{
    const EngineTask *task = search->explorer->task;
    // All reorderings count here, whatever the user wants predict to look at.
    Options options = *task->options;
    options.causal_model = CAUSAL_SYMBOLIC;
    options.given &= ~(UINT64_C(1) << OPTION_ID_context_bound);
    options.deepen = false;
    Prediction prediction = {.trace = search->run.trace,
                             .options = &options,
                             .properties = task->machine.properties,
                             .limits = task->limits,
                             .confirm = execute_prediction,
                             .confirm_context = search,
                             .settled = &search->explorer->found,
                             .groups = 1 + search->run.trace->events.count / EVENTS_PER_GROUP,
                             .one_path = true};
    prediction_run(&prediction);
    prediction.statistics.iterations = 0;
    statistics_add(&search->out->statistics, &prediction.statistics);
    search->out->stopped = prediction.stopped;
    if (prediction.unconfirmed)
        coverage_note_unknown(&search->out->coverage, "a predicted violation could not be executed");
    text_free(&prediction.dump);
}

static void describe_path(Search *search)
{
    for (uint32_t i = 0; i < search->path.threads.count; i++) {
        const ThreadPath *path = &search->path.threads.data[i];
        if (!path->decisions.count)
            continue;
        text_format(&search->out->description, "%sT%u:", search->out->description.length ? "  " : "", i);
        for (uint32_t j = 0; j < path->decisions.count; j++) {
            text_append_character(&search->out->description, ' ');
            path_describe_decision(search->concurrent, &path->decisions.data[j], path->decisions.data[j].value,
                                   &search->out->description);
        }
    }
}

static void note_coverage(Search *search)
{
    coverage_add(&search->out->coverage, search->run.followed.machine);
    coverage_add_last(&search->out->coverage, search->run.followed.machine);
    if (search->explorer->task->machine.properties & PROPERTY_BIT(PROPERTY_LEAK))
        coverage_add_leaks(&search->out->coverage, search->run.trace);
}

static void note_endless(Search *search)
{
    search->out->pruned = true;
    coverage_note_unknown(&search->out->coverage, "bound: %s makes a run too long", text_string(&search->run.repeated));
    note_own_violation(search);
}

// An assumption does not hold. A violation may have come before that.
static bool is_discarded(const Search *search)
{
    const ConcurrentTrace *concurrent = search->concurrent;
    bool failed = false;
    for (uint32_t i = 0; i < concurrent->threads.count; i++) {
        uint32_t blocked = concurrent->threads.data[i].blocked;
        failed |= blocked && concurrent->trace->events.data[blocked - 1].kind == EVENT_blocked &&
                  concurrent->trace->events.data[blocked - 1].pending == EVENT_assume;
    }
    return failed && !search->run.violations.count;
}

static void analyse(Search *search)
{
    Explored *out = search->out;
    search->concurrent = concurrent_trace_create(search->run.trace, search->explorer->task->limits);
    if (!search->concurrent) {
        out->stopped = limits_exceeded(search->explorer->task->limits);
        return;
    }
    path_read(search->concurrent, &search->path);
    beginning_of_path(&search->path, &out->beginning);
    for (uint32_t i = 0; i < search->concurrent->threads.count; i++) {
        const ConcurrentThread *thread = &search->concurrent->threads.data[i];
        bool ended_all = search->path.threads.data[i].level > 2 * thread->events.count + 2;
        out->stopped_early |= thread->exit == NO_EVENT && !ended_all;
    }
    out->discarded = is_discarded(search);
    out->path = search->run.path;
    if (search->explorer->describe)
        describe_path(search);
    bool took = search->explorer->kind == EXPLORE_PATHS_PRODUCTS ||
                beginning_contains(&out->beginning, &search->item->beginning);
    if (!took && !search->concurrent->approximate && machine_status(search->run.followed.machine) != MACHINE_UNKNOWN)
        INTERNAL_ERROR("a run did not follow the prefix of its path");
    if (!took)
        coverage_note_unknown(&out->coverage, "a path that was found could not be executed");
    out->pruned = !took;
    out->statistics.pruned = out->pruned;
    if (search->concurrent->unasked)
        coverage_note_unknown(&out->coverage, "%s", search->concurrent->unasked);
    if (!search->item->again) {
        note_own_violation(search);
        if (out->violations.count && !search->explorer->task->options->all)
            return;
        predict_violations(search);
    }
    if (out->stopped == LIMIT_NONE && !out->pruned && !(out->violations.count && !search->explorer->task->options->all))
        explore_turn_decisions(search);
    if (out->relied.count)
        work_item_copy(search->item, &out->item);
}

static void do_item(Explorer *explorer, const WorkItem *item, Explored *out)
{
    Search search = {.explorer = explorer, .item = item, .out = out, .concrete = explorer->task->machine};
    out->node = item->node;
    bool reads = explorer->kind == EXPLORE_READS;
    explore_run(&search.run, explorer->task, reads || explorer->kind == EXPLORE_INPUT, reads, item);
    Machine *machine = search.run.followed.machine;
    out->statistics.runs = 1;
    out->statistics.iterations = explorer->kind == EXPLORE_INPUT;
    out->statistics.events = machine_event_count(machine);
    out->coverage.escaped = machine_status(machine) == MACHINE_ESCAPED;
    out->stopped = limits_exceeded(explorer->task->limits);
    if (!out->coverage.escaped && out->stopped == LIMIT_NONE) {
        if (search.run.endless) {
            note_endless(&search);
        } else {
            note_coverage(&search);
            analyse(&search);
        }
    }
    if (limits_stop(explorer->task->limits)) // what was found may be only part of what there is
        out->stopped = explorer->task->limits->reason;
    vector_free(&search.levels);
    path_free(&search.path);
    concurrent_trace_free(search.concurrent);
    explore_run_free(&search.run);
}

void explore_item(void *context, const Bytes *bytes, Bytes *result)
{
    WorkItem item = {0};
    Explored explored = {0};
    BytesReader reader = bytes_reader(bytes);
    work_item_get(&reader, &item);
    do_item(context, &item, &explored);
    explored_put(&explored, result);
    explored_free(&explored);
    work_item_free(&item);
}

void explore_hear(void *context, const Bytes *news)
{
    Explorer *explorer = context;
    known_hear(&explorer->known, news);
}

void explorer_free(Explorer *explorer)
{
    known_free(&explorer->known);
    vector_free(&explorer->found);
    vector_free(&explorer->reported.keys);
}
