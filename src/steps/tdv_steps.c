// Trace-driven verification with the step encoding of the paper (Yang and Sakallah, sections 3 to 5), for comparison.
//
// Each run is encoded once. A way off its path that the solver finds (psi) is executed at once; what that run has in
// common with this one is excluded then (chi): the same way, with the others not further than they follow this path in
// that run. When no way is left the run is done with, and the runs that were made come next. Whatever the program
// does, it leaves the path of every run at some point, or stays on it; so nothing is missed.
#include "steps/tdv_steps.h"

#include <stdlib.h>

#include "base/fail.h"
#include "base/memory.h"
#include "base/none.h"
#include "encode/run_steps.h"
#include "paths/item_run.h"
#include "paths/path.h"
#include "predict/prediction.h"

typedef struct MadeRun {
    WorkItem item;
    ItemRun run;
    ConcurrentTrace *concurrent;
    Path path;
} MadeRun;

typedef struct StepSearch {
    const EngineTask *task;
    Findings *findings;
    MachineOptions concrete;
    VECTOR(MadeRun *) waiting; // to be looked at
    Map paths;                 // fingerprints of runs made
} StepSearch;

// A run that is looked at.
typedef struct Inspection {
    StepSearch *search;
    MadeRun *made;
    RunSteps steps;
    StepEncoding *encoding;
    VECTOR(Literal) open; // by question; 0: it is answered
    Literal deadlock;
} Inspection;

static bool finished(const StepSearch *search)
{
    return search->findings->coverage.escaped || limits_exceeded(search->task->limits) != LIMIT_NONE ||
           findings_suffice(search->findings, search->task);
}

static void report(StepSearch *search, const Machine *machine, const Choice *choices, uint32_t count)
{
    findings_add(search->findings, search->task, &search->concrete, machine, NULL, choices, count);
}

// --- Runs

static void free_made(MadeRun *made)
{
    path_free(&made->path);
    concurrent_trace_free(made->concurrent);
    item_run_free(&made->run);
    work_item_free(&made->item);
    free(made);
}

static void note_run(StepSearch *search, MadeRun *made)
{
    const Machine *machine = made->run.guided.machine;
    Statistics *statistics = &search->findings->statistics;
    statistics->runs++;
    statistics->iterations++;
    statistics->events += machine_event_count(machine);
    if (search->task->progress)
        search->task->progress(search->task->progress_context, engine_tdv.name, statistics);
    if (made->run.endless)
        coverage_note_unknown(&search->findings->coverage, "bound: %s makes a run too long",
                              text_string(&made->run.repeated));
    coverage_add(&search->findings->coverage, machine);
    coverage_add_last(&search->findings->coverage, machine);
    if (!made->run.violations.count || search->findings->coverage.escaped)
        return;
    RepeatedRun repeated = {0};
    item_run_repeat(&repeated, &made->run, search->task->program, &search->concrete);
    if (machine_status(repeated.machine) == MACHINE_VIOLATION)
        report(search, repeated.machine, repeated.choices.data, repeated.choices.count);
    repeated_run_free(&repeated);
}

// Takes over the guide. The run waits to be looked at if its path is new.
static MadeRun *make_run(StepSearch *search, Guide *guide)
{
    MadeRun *made = memory_allocate_zeroed(sizeof *made);
    made->item.guide = *guide;
    *guide = (Guide){0};
    item_run_execute(&made->run, search->task, true, false, &made->item);
    made->concurrent = concurrent_trace_create(made->run.trace, search->task->limits);
    if (made->concurrent)
        path_read(made->concurrent, &made->path);
    note_run(search, made);
    return made;
}

static bool is_new(StepSearch *search, const MadeRun *made)
{
    uint64_t *seen = map_insert(&search->paths, made->run.path);
    bool fresh = !*seen && !made->run.endless && !search->findings->coverage.escaped;
    *seen = 1;
    search->findings->statistics.paths = search->paths.count;
    return fresh;
}

// --- Solutions

static void make_guide(const Inspection *inspection, const RunStepsQuestion *question, Guide *guide)
{
    const ConcurrentTrace *concurrent = inspection->made->concurrent;
    StepsTaken taken = {0};
    EventList execution = {0};
    steps_read(inspection->encoding, &taken);
    for (uint32_t i = 0; i < taken.count; i++)
        if (taken.data[i].place < concurrent->threads.data[taken.data[i].thread].events.count)
            vector_push(&execution, concurrent->threads.data[taken.data[i].thread].events.data[taken.data[i].place]);
    prediction_make_guide(&(Predicted){.concurrent = concurrent,
                                       .execution = &execution,
                                       .last = question && question->violation ? question->thread : NO_THREAD},
                          guide);
    if (question && question->condition == NONE) {
        const TraceEvent *blocked =
            &concurrent->trace->events.data[concurrent->threads.data[question->thread].blocked - 1];
        vector_push(&guide->events, (GuideEvent){question->thread, blocked->index, NO_THREAD, ANY_OUTCOME});
    }
    vector_free(&execution);
    vector_free(&taken);
}

// `question` is NULL for a deadlock. That is one only if those who wait do so for each other: the process may end, or
// somebody stopped.
static void execute_violation(Inspection *inspection, const RunStepsQuestion *question)
{
    StepSearch *search = inspection->search;
    Guide guide = {0};
    GuidedRun run;
    make_guide(inspection, question, &guide);
    guided_run_execute(&run, search->task->program, &search->concrete, &guide, NULL, NULL);
    if (machine_status(run.machine) == MACHINE_VIOLATION)
        report(search, run.machine, run.choices.data, run.choices.count);
    else if (inspection->made->concurrent->approximate)
        coverage_note_unknown(&search->findings->coverage, "a predicted violation could not be executed");
    else if (question)
        INTERNAL_ERROR("a violation that the step encoding found cannot be executed");
    guided_run_free(&run);
    guide_free(&guide);
}

static bool is_same_decision(const Decision *a, const Decision *b)
{
    return a->kind == b->kind && !path_point_compare(a->point, b->point) && a->value == b->value;
}

// How many events of the thread both runs have with the same decisions, those that follow the last of these events
// included: a thread that has made an event has decided what comes next, too.
static uint32_t common_events(const MadeRun *made, const MadeRun *other, uint32_t thread)
{
    const ThreadPath *path = &made->path.threads.data[thread], *theirs = NULL;
    uint32_t count = made->concurrent->threads.data[thread].events.count, number = 0;
    for (uint32_t i = 0; i < other->path.threads.count; i++)
        if (other->path.threads.data[i].name == path->name) {
            theirs = &other->path.threads.data[i];
            number = i;
        }
    if (!theirs)
        return 0;
    if (other->concurrent->threads.data[number].events.count < count)
        count = other->concurrent->threads.data[number].events.count;
    for (uint32_t i = 0; i < path->decisions.count || i < theirs->decisions.count; i++) {
        const Decision *mine = i < path->decisions.count ? &path->decisions.data[i] : NULL;
        const Decision *other_one = i < theirs->decisions.count ? &theirs->decisions.data[i] : NULL;
        if (mine && other_one && is_same_decision(mine, other_one))
            continue;
        if (mine && mine->point.events <= count)
            count = mine->point.events ? mine->point.events - 1 : 0;
        if (other_one && other_one->point.events <= count)
            count = other_one->point.events ? other_one->point.events - 1 : 0;
        break;
    }
    return count;
}

// The same way off the path counts only if some thread goes further than in the run that was made.
static void exclude_run(Inspection *inspection, uint32_t question, const MadeRun *other)
{
    VECTOR(Literal) clause = {0};
    vector_push(&clause, -inspection->open.data[question]);
    for (uint32_t i = 0; i < inspection->made->concurrent->threads.count; i++) {
        uint32_t common = common_events(inspection->made, other, i);
        if (i != inspection->steps.questions.data[question].thread &&
            common < inspection->made->concurrent->threads.data[i].events.count)
            vector_push(&clause, steps_reaches(inspection->encoding, i, common + 1));
    }
    solver_add_clause(steps_solver(inspection->encoding), clause.data, clause.count);
    vector_free(&clause);
}

// --- Questions

// Whether one of the open questions of a kind has an answer; sets which: NONE for the deadlock.
static bool ask_any(Inspection *inspection, bool violations, uint32_t *answered)
{
    VECTOR(Literal) open = {0};
    for (uint32_t i = 0; i < inspection->open.count; i++)
        vector_push(&open, inspection->steps.questions.data[i].violation == violations ? inspection->open.data[i] : 0);
    vector_push(&open, violations ? inspection->deadlock : 0);
    bool found = steps_ask_any(inspection->encoding, open.data, open.count, answered);
    if (found && *answered == inspection->open.count)
        *answered = NONE;
    vector_free(&open);
    return found;
}

static void ask_violations(Inspection *inspection)
{
    uint32_t answered;
    while (!finished(inspection->search) && ask_any(inspection, true, &answered)) {
        if (answered == NONE) {
            execute_violation(inspection, NULL);
            steps_exclude_end(inspection->encoding, inspection->deadlock); // others may be reported elsewhere
        } else {
            execute_violation(inspection, &inspection->steps.questions.data[answered]);
            inspection->open.data[answered] = 0;
        }
    }
}

// The first way off the path for which an answer is found with little effort; if there is none, any.
static bool find_way(Inspection *inspection, uint32_t *answered)
{
    enum { CONFLICTS = 3000 };
    Solver *solver = steps_solver(inspection->encoding);
    bool found = false;
    solver_set_effort(solver, CONFLICTS);
    for (uint32_t i = 0; i < inspection->open.count && !found && !finished(inspection->search); i++)
        if (inspection->open.data[i] && !inspection->steps.questions.data[i].violation) {
            *answered = i;
            SolveResult result = solver_solve(solver, &inspection->open.data[i], 1);
            found = result == SOLVE_SATISFIED;
            if (result == SOLVE_REFUTED)
                inspection->open.data[i] = 0;
        }
    solver_set_effort(solver, 0);
    return found || (!finished(inspection->search) && ask_any(inspection, false, answered));
}

static void ask_ways(Inspection *inspection)
{
    StepSearch *search = inspection->search;
    uint32_t answered;
    while (!finished(search) && find_way(inspection, &answered)) {
        Guide guide = {0};
        make_guide(inspection, &inspection->steps.questions.data[answered], &guide);
        MadeRun *made = make_run(search, &guide);
        exclude_run(inspection, answered, made);
        if (is_new(search, made))
            vector_push(&search->waiting, made);
        else
            free_made(made);
    }
}

static void inspect_encoding(Inspection *inspection)
{
    StepSearch *search = inspection->search;
    for (uint32_t i = 0; i < inspection->steps.questions.count; i++)
        vector_push(&inspection->open, steps_question(inspection->encoding, i));
    if (search->task->machine.properties & PROPERTY_BIT(PROPERTY_DEADLOCK))
        inspection->deadlock = steps_deadlock(inspection->encoding);
    ask_violations(inspection);
    ask_ways(inspection);
    SolverStatistics solver = solver_statistics(steps_solver(inspection->encoding));
    search->findings->statistics.solver_calls += solver.calls;
    search->findings->statistics.solver_s += solver.seconds;
    search->findings->statistics.clauses += solver.clauses;
    steps_free(inspection->encoding);
}

static void inspect(StepSearch *search, MadeRun *made)
{
    const Options *options = search->task->options;
    Inspection inspection = {.search = search, .made = made};
    run_steps_create(&inspection.steps, made->concurrent, search->task->machine.properties);
    if (inspection.steps.unknown) {
        coverage_note_unknown(&search->findings->coverage, "the step encoding does not know %s",
                              inspection.steps.unknown);
    } else {
        double started = clock_now();
        inspection.encoding = steps_encode(&inspection.steps.program,
                                           &(StepOptions){.steps = inspection.steps.steps,
                                                          .peephole_reduction = options->ppor,
                                                          .local_ssa = options->tl_ssa},
                                           search->task->limits);
        search->findings->statistics.encode_s += clock_now() - started;
        if (inspection.encoding)
            inspect_encoding(&inspection);
    }
    vector_free(&inspection.open);
    run_steps_free(&inspection.steps);
}

// --- The search

static void search_runs(StepSearch *search)
{
    Guide guide = {.last = NO_THREAD};
    MadeRun *first = make_run(search, &guide);
    if (is_new(search, first))
        vector_push(&search->waiting, first);
    else
        free_made(first);
    while (search->waiting.count) {
        MadeRun *made = vector_pop(&search->waiting);
        if (!finished(search) && made->concurrent)
            inspect(search, made);
        free_made(made);
    }
}

void tdv_search_steps(const EngineTask *task, Findings *findings)
{
    StepSearch search = {.task = task, .findings = findings, .concrete = task->machine};
    search.concrete.limits = NULL; // of executions that were found: they end
    const char *unknown = steps_unknown_property(task->machine.properties);
    if (unknown)
        coverage_note_unknown(&findings->coverage, "the step encoding does not know %s", unknown);
    search_runs(&search);
    vector_free(&search.waiting);
    map_free(&search.paths);
}
