// One run, then all its feasible reordered runs in one formula (Wang et al.). A reordering that the solver finds is
// executed before it is reported; if there is none, and none that leaves the path of the run either, the run stands for
// the whole program.
#include "predict/predict.h"

#include "base/map.h"
#include "predict/confirm.h"
#include "predict/evaluate.h"
#include "predict/windows.h"
#include "run/execution.h"
#include "run/schedule.h"

// A question should see little more than its own part of a long trace.
enum { QUESTION_GROUPS = 64 };
// Of the observed run: in a longer one, or one in which more pairs of a read and a write of the same memory may come in
// either order, parts are reordered (windows.h). With a bound on context switches it is one formula or none.
enum { EVENT_LIMIT = 100000, PAIR_LIMIT = 2000000 };
// A run with more events than this has fewer of these pairs.
enum { LONG_RUN = 20000, PAIR_LIMIT_OF_LONG_RUN = 1000 };

// --- The observed run

typedef struct Observed {
    Trace *trace; // symbolic
    VECTOR(Choice) choices;
    uint32_t switches;    // as --context-bound counts
    uint32_t last;        // the thread that ran last
    uint32_t known;       // how many threads there were before its step
    bool too_long;        // to be analysed in one piece
    Text repeated;        // what makes it so
    uint64_t event_limit; // of all runs, or LONG_RUN until it is known that it may be longer
    // While it is made.
    Machine *machine;
    Observer observer;
    Scheduler scheduler;
} Observed;

// How often something was read and written so far: by anybody, and by one thread.
typedef struct AccessCounts {
    Map reads, writes;
} AccessCounts;

static uint64_t pairs_with(AccessCounts *counts, uint64_t key, bool reads, bool writes)
{
    uint64_t *read = map_insert(&counts->reads, key);
    uint64_t had_read = *read;
    *read += reads;
    uint64_t *written = map_insert(&counts->writes, key);
    uint64_t had_written = *written;
    *written += writes;
    return (reads ? had_written : 0) + (writes ? had_read : 0);
}

// Pairs of a read and a write of the same address by different threads.
static uint64_t count_pairs(const Trace *trace)
{
    AccessCounts counts = {0};
    uint64_t pairs = 0;
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = &trace->events.data[i];
        bool writes = event_kind_writes(event->kind);
        bool reads = event_kind_accesses(event->kind) && event->kind != EVENT_write;
        if (!reads && !writes)
            continue;
        uint64_t own = hash_mix(event->address) ^ (event->thread + 1);
        pairs += pairs_with(&counts, event->address, reads, writes) - pairs_with(&counts, own, reads, writes);
    }
    map_free(&counts.reads);
    map_free(&counts.writes);
    return pairs;
}

static bool has_too_many_pairs(const Observed *observed)
{
    bool is_long = machine_reported_event_count(observed->machine) >= LONG_RUN;
    return count_pairs(observed->observer.recorder.trace) > (is_long ? PAIR_LIMIT_OF_LONG_RUN : PAIR_LIMIT);
}

static bool is_too_long(Observed *observed)
{
    uint64_t count = machine_reported_event_count(observed->machine);
    if (count >= observed->event_limit && observed->event_limit < EVENT_LIMIT && !has_too_many_pairs(observed))
        observed->event_limit = EVENT_LIMIT;
    return count >= observed->event_limit;
}

// False if the run is too long to be analysed or has come to its end.
static bool can_go_on(Observed *observed)
{
    return machine_status(observed->machine) == MACHINE_RUNNING && !is_too_long(observed);
}

// False if the schedule has no next choice.
static bool take_step(Observed *observed)
{
    Choice choice;
    if (!scheduler_next(&observed->scheduler, observed->machine, &choice))
        return false;
    trace_record_choice(&observed->observer.recorder, choice);
    vector_push(&observed->choices, choice);
    observed->switches +=
        execution_counts_switch(observed->machine, observed->last, choice.thread, choice.thread >= observed->known);
    observed->last = choice.thread;
    observed->known = machine_thread_count(observed->machine);
    machine_step(observed->machine, choice);
    return true;
}

// Up to a race if these are asked for, else to the end. Returns whether there is one.
static bool run_to_race(const EngineTask *task, Observed *observed, Violation *race)
{
    bool look_for_races = (task->machine.properties & PROPERTY_BIT(PROPERTY_RACE)) != 0;
    while (can_go_on(observed) && limits_exceeded(task->limits) == LIMIT_NONE) {
        if (look_for_races && machine_find_race(observed->machine, race))
            return true;
        if (!take_step(observed))
            break;
    }
    return false;
}

static void note_too_long(const EngineTask *task, const Rounds *rounds, Observed *observed)
{
    uint32_t last = observed->choices.count ? vector_last(&observed->choices).thread : 0;
    observed->too_long = is_too_long(observed);
    if (observed->too_long)
        rounds_describe(rounds, task->program, ROUNDS_OF_EVENTS, ROUNDS_OF_ANY_THREAD,
                        machine_thread_position(observed->machine, last), &observed->repeated);
}

static bool observe(Execution *execution, Observed *observed, Text *error)
{
    const EngineTask *task = execution->task;
    if (!scheduler_parse(&observed->scheduler, task->options->schedule, error))
        return false;
    scheduler_start(&observed->scheduler);
    MachineOptions options = execution->concrete;
    options.terms = terms_create();
    options.symbolic_reads = options.refuse_interrupts = true;
    options.silent_setup = true;
    options.rounds = rounds_create();
    observed->observer = observer_create(task->origin, false);
    observed->observer.recorder.stacks = false; // what it finds is executed again
    Trace *trace = observed->observer.recorder.trace;
    trace->terms = options.terms;
    trace->program.rules.share_everything = options.rules.share_everything;
    observed->machine = machine_create_observed(task->program, &options, observer_sink, &observed->observer);
    Violation race;
    bool raced = run_to_race(task, observed, &race);
    note_too_long(task, options.rounds, observed);
    rounds_free(options.rounds);
    options.rounds = NULL;
    observed->too_long |= machine_status(observed->machine) != MACHINE_VIOLATION && has_too_many_pairs(observed);
    if (observed->too_long && !OPTION_GIVEN(task->options, context_bound)) {
        trace_free(trace);
        observed->trace = NULL;
        machine_free(observed->machine);
        scheduler_free(&observed->scheduler);
        return true;
    }
    execution->findings->statistics.runs++;
    execution->findings->statistics.events += machine_event_count(observed->machine);
    execution_note_violation(execution, observed->machine, raced ? &race : NULL, observed->choices.data,
                             observed->choices.count, observed->switches);
    // A race does not end the run.
    while (raced && task->options->all && can_go_on(observed) && !limits_stop(task->limits) && take_step(observed))
        continue;
    coverage_add(&execution->findings->coverage, observed->machine);
    coverage_add_last(&execution->findings->coverage, observed->machine);
    observed->trace = observer_finish(&observed->observer, observed->machine);
    if (options.properties & PROPERTY_BIT(PROPERTY_LEAK))
        coverage_add_leaks(&execution->findings->coverage, observed->trace);
    machine_free(observed->machine);
    scheduler_free(&observed->scheduler);
    return true;
}

// --- The verdict

// Whether a thread stopped at something that nobody asked about, which another order may avoid. What it would do then
// was not seen. Where an assumption stopped it, the prediction knows.
static bool stopped_unasked(const Trace *trace)
{
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *blocked = &trace->events.data[i];
        if (blocked->kind != EVENT_blocked || blocked->pending != EVENT_assume)
            continue;
        bool assumes = false;
        for (uint32_t j = 0; j < i; j++)
            if (trace->events.data[j].thread == blocked->thread)
                assumes = trace->events.data[j].kind == EVENT_branch || trace->events.data[j].kind == EVENT_assume;
        if (!assumes)
            return true;
    }
    return false;
}

// What the prediction adds to what the run itself depended on.
static void note_prediction(Prediction *prediction, Findings *findings)
{
    Coverage *coverage = &findings->coverage;
    statistics_add(&findings->statistics, &prediction->statistics);
    coverage->cut_switches = prediction->bound_used;
    if (prediction->stopped != LIMIT_NONE) {
        text_clear(&coverage->unknown);
        text_append(&coverage->unknown, limits_reason_text(prediction->stopped));
    } else if (!prediction->covered || coverage->havocked || stopped_unasked(prediction->trace)) {
        coverage_note_unknown(coverage, "only this path was covered");
        text_append(&findings->covered, "the reorderings of one run of ");
        text_append_count(&findings->covered, prediction->trace->events.count, "event");
        text_append(&findings->covered, " on its path");
    }
    text_append(&findings->dump, text_string(&prediction->dump));
    text_free(&prediction->dump);
}

static void predict_whole(Execution *execution, Observed *observed)
{
    const EngineTask *task = execution->task;
    Findings *findings = execution->findings;
    Prediction prediction = {.trace = observed->trace,
                             .options = task->options,
                             .causal_model = (CausalModel)task->options->causal_model,
                             .properties = task->machine.properties,
                             .limits = task->limits,
                             .confirm = confirm_by_execution,
                             .confirm_context = execution,
                             .settled = &execution->settled,
                             .groups = QUESTION_GROUPS,
                             .found = findings->counterexamples.count != 0};
    if (observed->repeated.length)
        coverage_note_unknown(&findings->coverage, "%s makes the observed run too long",
                              text_string(&observed->repeated));
    else if (limits_stop(task->limits))
        prediction.stopped = task->limits->reason;
    else if (!findings->coverage.escaped && !findings_suffice(findings, task))
        prediction_run(&prediction);
    note_prediction(&prediction, findings);
    trace_free(observed->trace);
}

static void predict(const EngineTask *task, Findings *findings)
{
    Execution execution = {.task = task, .concrete = task->machine, .findings = findings};
    Observed observed = {.last = NO_THREAD,
                         .event_limit = OPTION_GIVEN(task->options, context_bound) ? EVENT_LIMIT : LONG_RUN};
    Text error = {0};
    bool in_windows = OPTION_GIVEN(task->options, window) && !OPTION_GIVEN(task->options, context_bound);
    if (!in_windows && !observe(&execution, &observed, &error)) {
        coverage_note_unknown(&findings->coverage, "%s", text_string(&error));
        text_free(&error);
        return;
    }
    if (observed.trace)
        predict_whole(&execution, &observed);
    else
        windows_predict(&execution);
    text_free(&observed.repeated);
    vector_free(&observed.choices);
    vector_free(&execution.settled);
}

// --- Without the program

static Confirmation confirm_by_evaluation(void *context, const Predicted *predicted, Property *property,
                                          TracePosition *place)
{
    Findings *findings = context;
    Trace *trace = prediction_evaluate(predicted);
    if (!trace)
        return DIVERGED;
    *property = trace->property;
    *place = trace->where;
    vector_push(&findings->counterexamples, trace);
    return CONFIRMED;
}

static bool has_interrupts(const Trace *trace)
{
    for (uint32_t i = 0; i < trace->events.count; i++)
        if (trace->events.data[i].kind == EVENT_interrupt)
            return true;
    return false;
}

void predict_trace(const Trace *trace, const Options *options, Limits *limits, Verdict *verdict)
{
    Findings findings = {.statistics.events = trace->events.count};
    PlaceList settled = {0};
    Prediction prediction = {.trace = trace,
                             .options = options,
                             .causal_model = (CausalModel)options->causal_model,
                             .properties = options->property,
                             .limits = limits,
                             .confirm = confirm_by_evaluation,
                             .confirm_context = &findings,
                             .settled = &settled,
                             .groups = QUESTION_GROUPS};
    coverage_add_trace(&findings.coverage, trace);
    if (options->property & PROPERTY_BIT(PROPERTY_LEAK))
        coverage_add_leaks(&findings.coverage, trace);
    if (has_interrupts(trace)) {
        coverage_note_unknown(&findings.coverage, "a signal handler that interrupts another thread at any step");
    } else {
        prediction_run(&prediction);
        note_prediction(&prediction, &findings);
    }
    findings_conclude(&findings, &engine_predict, options, limits, verdict);
    vector_free(&settled);
}

const Engine engine_predict = {
    .name = "predict",
    .summary = "one run, then all its reorderings in one formula",
    .source = "Wang, Kundu, Ganai, Gupta: Symbolic Predictive Analysis for Concurrent Programs",
    .in_short = "reorderings of one run",
    .inputs = ENGINE_INPUTS_ALL,
    .one_path = true,
    .options = HEEDS(context_bound) | HEEDS(deepen) | HEEDS(causal_model) | HEEDS(order) | HEEDS(window) |
               HEEDS(no_slice) | HEEDS(schedule),
    .dumps = DUMP_FORMULA | DUMP_SMT2,
    .search = predict,
};
