// Bounded model checking in one formula (what Yang and Sakallah compare with): the step encoding of the whole unrolled
// program.
//
// Each thread is unrolled on its own: whatever the others do, its way depends on nothing but the values it reads. So
// its tree of ways with free values holds all it can do (local_paths). All trees and the variables they share make one
// formula. Loops and recursions whose number of rounds depends on what is read, and addresses that do, are unrolled as
// far as needed: where the solver finds a way that is not in the trees, it is added and everything is asked again.
#include "base/fail.h"
#include "base/none.h"
#include "run/guided_run.h"
#include "steps/unrolled.h"

typedef struct Bmc {
    const EngineTask *task;
    Findings *findings;
    MachineOptions concrete;
    LocalProgram local;
    Unrolled unrolled;
    StepEncoding *encoding;
    VECTOR(Literal) open; // by question; 0: it is answered
    Literal deadlock;
} Bmc;

static bool finished(const Bmc *bmc)
{
    const Coverage *coverage = &bmc->findings->coverage;
    return coverage->escaped || coverage->unknown.length || limits_exceeded(bmc->task->limits) != LIMIT_NONE ||
           findings_suffice(bmc->findings, bmc->task);
}

static void note_unknown(Bmc *bmc, const char *what)
{
    coverage_note_unknown(&bmc->findings->coverage, "the step encoding does not know %s", what);
}

// --- Executing what was found

// Threads are all created by main, so that their numbers are the same in every run.
static void make_guide(const Bmc *bmc, const UnrolledQuestion *question, Guide *guide)
{
    StepsTaken taken = {0};
    steps_read(bmc->encoding, &taken);
    for (uint32_t i = 0; i < bmc->local.threads.count; i++)
        for (uint32_t j = guide->threads.count; j <= bmc->local.threads.data[i]->id; j++)
            vector_push(&guide->threads, (GuideThread){0, j - 1});
    for (uint32_t i = 0; i < taken.count; i++) {
        const LocalThread *thread = bmc->local.threads.data[taken.data[i].thread];
        uint32_t node = bmc->unrolled.places.data[taken.data[i].thread].data[taken.data[i].place].node;
        if (node != NONE)
            vector_push(&guide->events,
                        (GuideEvent){thread->id, thread->nodes.data[node].event.index, NO_THREAD, ANY_OUTCOME});
    }
    guide->last = question ? bmc->local.threads.data[question->thread]->id : NO_THREAD;
    if (bmc->task->machine.inputs) {
        guide->inputs.named = bmc->task->machine.inputs->named;
        guide->inputs.ordered = bmc->task->machine.inputs->ordered;
    }
    vector_free(&taken);
}

// The inputs are the user's.
static void free_guide(Guide *guide)
{
    guide->inputs = (InputPlan){0};
    guide_free(guide);
}

// `question` is NULL for a deadlock. That is one only if those who wait do so for each other: the process may end, or
// somebody stopped.
static void execute_violation(Bmc *bmc, const UnrolledQuestion *question)
{
    Guide guide = {0};
    GuidedRun run;
    make_guide(bmc, question, &guide);
    guided_run_execute(&run, bmc->task->program, &bmc->concrete, &guide, NULL, NULL);
    if (machine_status(run.machine) == MACHINE_VIOLATION) {
        findings_add(bmc->findings, bmc->task, &bmc->concrete, run.machine, NULL, run.choices.data, run.choices.count);
    } else if (question) {
        INTERNAL_ERROR("a violation that the step encoding found cannot be executed");
    }
    guided_run_free(&run);
    free_guide(&guide);
}

static void collect_reads(void *context, const Machine *machine, const Event *event)
{
    (void)machine;
    dictated_reads_add(context, event);
}

// Adds the way of a thread that has met another value.
static void execute_way(Bmc *bmc, const UnrolledQuestion *question, DictatedReads *reads)
{
    Guide guide = {0};
    GuidedRun run;
    MachineOptions options = bmc->concrete;
    options.go_on = true;
    make_guide(bmc, question, &guide);
    guide.last = NO_THREAD;
    guided_run_execute(&run, bmc->task->program, &options, &guide, collect_reads, reads);
    uint32_t kept = 0, id = bmc->local.threads.data[question->thread]->id;
    for (uint32_t i = 0; i < reads->count; i++)
        if (reads->data[i].thread == id)
            reads->data[kept++] = reads->data[i];
    reads->count = kept;
    guided_run_free(&run);
    free_guide(&guide);
}

// --- Questions

// Whether one of the open questions of a kind has an answer; sets which: NONE for the deadlock.
static bool ask_any(Bmc *bmc, bool violations, uint32_t *answered)
{
    VECTOR(Literal) open = {0};
    for (uint32_t i = 0; i < bmc->open.count; i++)
        vector_push(&open, bmc->unrolled.questions.data[i].violation == violations ? bmc->open.data[i] : 0);
    vector_push(&open, violations ? bmc->deadlock : 0);
    bool found = steps_ask_any(bmc->encoding, open.data, open.count, answered);
    if (found && *answered == bmc->open.count)
        *answered = NONE;
    vector_free(&open);
    return found;
}

static void ask_violations(Bmc *bmc)
{
    uint32_t answered;
    while (!finished(bmc) && ask_any(bmc, true, &answered)) {
        if (answered == NONE) {
            execute_violation(bmc, NULL);
            steps_exclude_end(bmc->encoding, bmc->deadlock); // others may be reported elsewhere
        } else {
            execute_violation(bmc, &bmc->unrolled.questions.data[answered]);
            bmc->open.data[answered] = 0;
        }
    }
}

// Returns whether the program has grown.
static bool ask_ways(Bmc *bmc)
{
    VECTOR(DictatedReads) found = {0};
    VECTOR(uint32_t) threads = {0};
    uint32_t answered;
    while (!finished(bmc) && ask_any(bmc, false, &answered)) {
        DictatedReads reads = {0};
        execute_way(bmc, &bmc->unrolled.questions.data[answered], &reads);
        vector_push(&found, reads);
        vector_push(&threads, bmc->unrolled.questions.data[answered].thread);
        bmc->open.data[answered] = 0;
    }
    for (uint32_t i = 0; i < found.count; i++) {
        local_program_extend(&bmc->local, threads.data[i], &found.data[i]);
        vector_free(&found.data[i]);
    }
    bool grown = found.count > 0;
    vector_free(&found);
    vector_free(&threads);
    return grown;
}

// --- The search

static void encode(Bmc *bmc)
{
    PropertyMask properties = bmc->task->machine.properties;
    const Options *options = bmc->task->options;
    double started = clock_now();
    unrolled_create(&bmc->unrolled, &bmc->local, properties);
    if (bmc->unrolled.unknown)
        note_unknown(bmc, bmc->unrolled.unknown);
    else
        bmc->encoding = steps_encode(&bmc->unrolled.program,
                                     &(StepOptions){.steps = bmc->unrolled.steps,
                                                    .peephole_reduction = options->ppor,
                                                    .local_ssa = options->tl_ssa},
                                     bmc->task->limits);
    bmc->findings->statistics.encode_s += clock_now() - started;
    bmc->open.count = 0;
    for (uint32_t i = 0; bmc->encoding && i < bmc->unrolled.questions.count; i++)
        vector_push(&bmc->open, steps_question(bmc->encoding, i));
    bool deadlocks = bmc->encoding && (properties & PROPERTY_BIT(PROPERTY_DEADLOCK));
    bmc->deadlock = deadlocks ? steps_deadlock(bmc->encoding) : 0;
}

static void drop_encoding(Bmc *bmc)
{
    if (bmc->encoding) {
        SolverStatistics solver = solver_statistics(steps_solver(bmc->encoding));
        bmc->findings->statistics.solver_calls += solver.calls;
        bmc->findings->statistics.solver_s += solver.seconds;
        bmc->findings->statistics.clauses += solver.clauses;
    }
    steps_free(bmc->encoding);
    unrolled_free(&bmc->unrolled);
    bmc->encoding = NULL;
    bmc->unrolled = (Unrolled){0};
}

static void search(Bmc *bmc)
{
    local_program_create(&bmc->local, bmc->task, &bmc->findings->coverage);
    bool grown = true;
    while (grown && !finished(bmc)) {
        bmc->findings->statistics.iterations++;
        if (bmc->task->progress)
            bmc->task->progress(bmc->task->progress_context, engine_bmc.name, &bmc->findings->statistics);
        encode(bmc);
        if (bmc->encoding) {
            ask_violations(bmc);
            grown = ask_ways(bmc);
        }
        if (!grown && bmc->unrolled.retries && (bmc->task->machine.properties & PROPERTY_BIT(PROPERTY_DEADLOCK)))
            note_unknown(bmc, "waiting loops that may never end");
        drop_encoding(bmc);
    }
    bmc->findings->statistics.runs += bmc->local.runs;
    bmc->findings->statistics.events += bmc->local.events;
}

static void bmc(const EngineTask *task, Findings *findings)
{
    Bmc bmc = {.task = task, .findings = findings, .concrete = task->machine};
    bmc.concrete.limits = NULL; // of executions that were found: they end
    search(&bmc);
    const char *unknown = steps_unknown_property(task->machine.properties);
    if (unknown)
        note_unknown(&bmc, unknown);
    vector_free(&bmc.open);
    local_program_free(&bmc.local);
}

const Engine engine_bmc = {
    .name = "bmc",
    .summary = "one input; the whole unrolled program as one formula over steps, for comparison",
    .source = "Yang, Sakallah: Trace-Driven Verification of Multithreaded Programs",
    .in_short = "one formula over steps",
    .inputs = ENGINE_INPUTS_ONE,
    .options = HEEDS(ppor) | HEEDS(tl_ssa),
    .search = bmc,
};
