#include "predict/windows.h"

#include "predict/past.h"
#include "run/execution.h"
#include "run/schedule.h"

// A window has so many events unless the user says otherwise; its questions are asked in so many formulas.
enum { WINDOW_EVENTS = 400, WINDOW_GROUPS = 1 };
// Of the run: beyond it is taken for endless.
enum { EVENT_LIMIT = 1000000 };

typedef struct Windows {
    Execution *execution;
    VECTOR(Choice) choices; // of the run
    uint64_t events;        // of the run
    uint32_t size;          // in events
    CausalModel causal_model;
    // The run again, from window to window.
    Machine *machine;
    Past past;
    uint32_t taken;     // choices
    uint64_t looked_at; // events of the windows that were gone through
} Windows;

// Up to a race, if these are asked for, or to its end.
static bool run_to_race(Windows *windows, Machine *machine, Scheduler *scheduler, Violation *race)
{
    const EngineTask *task = windows->execution->task;
    bool look_for_races = (task->machine.properties & PROPERTY_BIT(PROPERTY_RACE)) != 0;
    Choice choice;
    while (machine_status(machine) == MACHINE_RUNNING && machine_event_count(machine) < EVENT_LIMIT &&
           limits_exceeded(task->limits) == LIMIT_NONE) {
        if (look_for_races && machine_find_race(machine, race))
            return true;
        if (!scheduler_next(scheduler, machine, &choice))
            break;
        vector_push(&windows->choices, choice);
        machine_step(machine, choice);
    }
    return false;
}

// False if the schedule cannot be had.
static bool observe(Windows *windows)
{
    Execution *execution = windows->execution;
    Findings *findings = execution->findings;
    Scheduler scheduler = {0};
    Text error = {0};
    if (!scheduler_parse(&scheduler, execution->task->options->schedule, &error)) {
        coverage_note_unknown(&findings->coverage, "%s", text_string(&error));
        text_free(&error);
        return false;
    }
    // What threads do at a time must be near each other in the run to be in one window.
    if (!execution->task->options->schedule)
        scheduler.kind = SCHEDULE_ROUND_ROBIN;
    scheduler_start(&scheduler);
    MachineOptions options = execution->concrete;
    options.rounds = rounds_create();
    Machine *machine = machine_create(execution->task->program, &options);
    Violation race;
    bool raced = run_to_race(windows, machine, &scheduler, &race);
    windows->events = machine_event_count(machine);
    findings->statistics.runs++;
    findings->statistics.events += windows->events;
    execution_note_violation(execution, machine, raced ? &race : NULL, windows->choices.data, windows->choices.count,
                             0);
    coverage_add(&findings->coverage, machine);
    coverage_add_last(&findings->coverage, machine);
    if (windows->events >= EVENT_LIMIT) {
        Text repeated = {0};
        rounds_describe(options.rounds, execution->task->program, ROUNDS_OF_EVENTS, ROUNDS_OF_ANY_THREAD,
                        machine_thread_position(machine, vector_last(&windows->choices).thread), &repeated);
        coverage_note_unknown(&findings->coverage, "%s makes the observed run too long", text_string(&repeated));
        text_free(&repeated);
    }
    machine_free(machine);
    rounds_free(options.rounds);
    scheduler_free(&scheduler);
    return true;
}

static bool in_section(const Machine *machine)
{
    for (uint32_t i = 0; i < machine_thread_count(machine); i++)
        if (machine_thread_in_section(machine, i))
            return true;
    return false;
}

// Goes on with the run for some events at least, and further until nobody is in an atomic section. Returns the number
// of choices taken from `first` on.
static uint32_t go_on(const Windows *windows, Machine *machine, TraceRecorder *recorder, uint32_t first,
                      uint64_t events)
{
    uint64_t end = machine_event_count(machine) + events;
    uint32_t taken = 0;
    while (first + taken < windows->choices.count && machine_status(machine) == MACHINE_RUNNING &&
           (machine_event_count(machine) < end || in_section(machine)) &&
           limits_exceeded(windows->execution->task->limits) == LIMIT_NONE) {
        Choice choice = windows->choices.data[first + taken++];
        if (recorder)
            trace_record_choice(recorder, choice);
        machine_step(machine, choice);
    }
    return taken;
}

// The past is told with the names that things have now.
static void record_past(const Windows *windows, TraceRecorder *recorder)
{
    for (uint32_t i = 0; i < windows->past.events.count; i++) {
        trace_sink(recorder, windows->machine, &windows->past.events.data[i]);
        vector_last(&recorder->trace->events).earlier = true;
    }
}

// The window that begins where the machine stands.
static Trace *record_window(const Windows *windows)
{
    MachineOptions options = windows->execution->concrete;
    options.terms = terms_create();
    options.symbolic_reads = options.refuse_interrupts = true;
    Observer observer = observer_create(windows->execution->task->origin, false);
    observer.recorder.trace->terms = options.terms;
    observer.recorder.trace->program.rules.share_everything = options.rules.share_everything;
    record_past(windows, &observer.recorder);
    Machine *machine = machine_clone_with_terms(windows->machine, &options, observer_sink, &observer);
    go_on(windows, machine, &observer.recorder, windows->taken, windows->size);
    Trace *trace = observer_finish(&observer, machine);
    machine_free(machine);
    return trace;
}

static void predict_window(Windows *windows)
{
    Execution *execution = windows->execution;
    Findings *findings = execution->findings;
    Trace *trace = record_window(windows);
    Prediction prediction = {.trace = trace,
                             .options = execution->task->options,
                             .causal_model = windows->causal_model,
                             .prefix = windows->choices.data,
                             .prefix_count = windows->taken,
                             .properties = execution->task->machine.properties,
                             .limits = execution->task->limits,
                             .confirm = confirm_by_execution,
                             .confirm_context = execution,
                             .settled = &execution->settled,
                             .groups = WINDOW_GROUPS,
                             .one_path = true,
                             .found = findings->counterexamples.count != 0};
    prediction_run(&prediction);
    statistics_add(&findings->statistics, &prediction.statistics);
    text_append(&findings->dump, text_string(&prediction.dump));
    text_free(&prediction.dump);
    trace_free(trace);
}

static void predict_all(Windows *windows)
{
    const EngineTask *task = windows->execution->task;
    Findings *findings = windows->execution->findings;
    windows->machine = machine_create_observed(task->program, &windows->execution->concrete, past_note, &windows->past);
    while (machine_status(windows->machine) == MACHINE_RUNNING && windows->taken < windows->choices.count &&
           limits_exceeded(task->limits) == LIMIT_NONE && !findings_suffice(findings, task)) {
        predict_window(windows);
        windows->taken += go_on(windows, windows->machine, NULL, windows->taken, windows->size / 2 + 1);
        if (task->progress)
            task->progress(task->progress_context, "predict", &findings->statistics);
    }
    windows->looked_at = windows->taken ? machine_event_count(windows->machine) : 0;
    machine_free(windows->machine);
}

static void conclude(const Windows *windows)
{
    Coverage *coverage = &windows->execution->findings->coverage;
    const EngineTask *task = windows->execution->task;
    static const char *const kept[] = {[CAUSAL_SYMBOLIC] = "on its path",
                                       [CAUSAL_MAXIMAL] = "with the values it read",
                                       [CAUSAL_HAPPENS_BEFORE] = "with its order of locks"};
    Text *covered = &windows->execution->findings->covered;
    bool stopped = limits_stop(task->limits);
    bool endless = windows->events >= EVENT_LIMIT; // observe() has said so
    if (!endless && (windows->looked_at || !stopped)) {
        text_append(covered, "the reorderings of ");
        if (stopped)
            text_format(covered, "the first %llu events of ", (unsigned long long)windows->looked_at);
        text_format(covered, "one run of %llu events %s, %u events at a time", (unsigned long long)windows->events,
                    kept[windows->causal_model], windows->size);
    }
    if (stopped) {
        text_clear(&coverage->unknown);
        text_append(&coverage->unknown, limits_reason_text(task->limits->reason));
        return;
    }
    if (!endless)
        coverage_note_unknown(coverage, "only %s were looked at", text_string(covered));
}

void windows_predict(Execution *execution)
{
    const EngineTask *task = execution->task;
    Windows windows = {.execution = execution,
                       .size = OPTION_GIVEN(task->options, window) ? (uint32_t)task->options->window : WINDOW_EVENTS,
                       .causal_model = OPTION_GIVEN(task->options, causal_model)
                                           ? (CausalModel)task->options->causal_model
                                           : CAUSAL_MAXIMAL};
    if (observe(&windows)) {
        if (!execution->findings->coverage.escaped && !findings_suffice(execution->findings, task))
            predict_all(&windows);
        conclude(&windows);
    }
    past_free(&windows.past);
    vector_free(&windows.choices);
}
