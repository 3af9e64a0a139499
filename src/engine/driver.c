#include "engine/driver.h"

#include <string.h>

#include "engine/answer.h"
#include "engine/contain.h"
#include "engine/deepen.h"
#include "crew/crew.h"
#include "crew/crew_mpi.h"
#include "run/minimise.h"

// Runs are too long: with bounds that grow.
static void verify_deeper(const Engine *engine, const EngineTask *task, Verdict *verdict)
{
    Stage stage = {.engine = engine};
    Verdict deeper = {0};
    deepen(task, engine->name, &stage, 1, &deeper);
    statistics_add(&deeper.statistics, &verdict->statistics);
    verdict_take_failures(&deeper, verdict);
    verdict_free(verdict);
    *verdict = deeper;
}

// Those to whom others leave the deciding fail one by one.
static void verify(const Engine *engine, const EngineTask *task, Verdict *verdict)
{
    if (engine->decide) {
        engine_answer(engine, task, verdict);
        return;
    }
    contain_engine(task, engine, verdict);
    bool finds_all = !engine->never_finds && !engine->never_proves && !engine->one_path;
    if (finds_all && verdict_is_bound(verdict) && deepening_is_asked(task))
        verify_deeper(engine, task, verdict);
    text_clear(&verdict->covered); // its reason says so
}

// --- Undefined behaviour that was not asked about

// The first counterexample to something of the mask, or NULL.
static const Trace *find_violation(const Verdict *verdict, PropertyMask mask)
{
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++)
        if (mask & PROPERTY_BIT(verdict->counterexamples.data[i]->property))
            return verdict->counterexamples.data[i];
    return NULL;
}

static void name_undefined(const Trace *trace, Text *out)
{
    text_format(out, "undefined behaviour that was not asked about: %s at ", property_name(trace->property));
    trace_position_describe(&trace->where, out);
    text_format(out, ", %s", trace->message);
}

// Counterexamples to something of the mask go; nothing undefined comes before the others, or they would not have been
// found.
static void keep_asked(Verdict *verdict, PropertyMask unasked, PropertyMask asked)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++) {
        Trace *trace = verdict->counterexamples.data[i];
        if (unasked & PROPERTY_BIT(trace->property)) {
            trace_free(trace);
            continue;
        }
        trace->program.properties = asked;
        verdict->counterexamples.data[kept++] = trace;
    }
    verdict->counterexamples.count = kept;
}

// The ranks of an MPI run go through the same searches; only one of them knows the answer of the first.
static bool can_search_again(const EngineTask *task)
{
    return !crew_is_follower() && !crew_mpi_follower_count() && limits_exceeded(task->limits) == LIMIT_NONE;
}

// The search for what was asked alone. Its answer counts if it has found something.
static bool search_again(const Engine *engine, const EngineTask *task, Verdict *verdict)
{
    Verdict second = {0};
    verify(engine, task, &second);
    bool found = second.answer == ANSWER_FALSE;
    verdict_take_failures(found ? &second : verdict, found ? verdict : &second);
    statistics_add(&second.statistics, &verdict->statistics);
    if (found) {
        verdict_free(verdict);
        *verdict = second;
    } else {
        verdict->statistics = second.statistics;
        verdict_free(&second);
    }
    return found;
}

static void verify_defined(const Engine *engine, const EngineTask *task, PropertyMask unasked, Verdict *verdict)
{
    TraceProgram origin = *task->origin;
    EngineTask wide = *task;
    origin.properties |= unasked;
    wide.origin = &origin;
    wide.machine.properties |= unasked;
    verify(engine, &wide, verdict);
    const Trace *undefined = find_violation(verdict, unasked);
    bool decided = verdict->answer != ANSWER_UNKNOWN && !undefined;
    if (!decided && can_search_again(task) && search_again(engine, task, verdict)) {
        text_clear(&verdict->rest);
        return;
    }
    if (undefined) {
        text_clear(&verdict->reason);
        name_undefined(undefined, &verdict->reason);
    }
    keep_asked(verdict, unasked, task->origin->properties);
    if (undefined && !verdict->counterexamples.count)
        verdict->answer = ANSWER_UNKNOWN;
    else if (undefined)
        text_clear(&verdict->reason);
    if (undefined)
        text_clear(&verdict->rest);
}

// --- Violations that are not to be reported

// Moves them out of the counterexamples.
static void set_aside(const EngineTask *task, Verdict *verdict)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++) {
        Trace *trace = verdict->counterexamples.data[i];
        Suppressed suppressed = {.trace = trace};
        suppressed.suppressor = task->suppresses(task->suppression_context, trace, &suppressed.by);
        if (suppressed.suppressor == SUPPRESSOR_NONE)
            verdict->counterexamples.data[kept++] = trace;
        else
            vector_push(&verdict->suppressed, suppressed);
    }
    verdict->counterexamples.count = kept;
}

// Nothing is left of what was found. That nothing else is violated is known only of a search for all violations that
// came to its end, and even then not of what runs do after a suppressed violation, for there they end.
static void conclude_suppressed(Verdict *verdict)
{
    if (verdict->answer == ANSWER_FALSE && !verdict->counterexamples.count) {
        verdict->answer = verdict->rest.length ? ANSWER_TRUE : ANSWER_UNKNOWN;
        text_clear(&verdict->note);
        if (verdict->answer == ANSWER_TRUE)
            text_append(&verdict->note, text_string(&verdict->rest));
        else
            text_append(&verdict->reason, verdict->more.length ? text_string(&verdict->more)
                                                               : "there may be more than what is suppressed");
    }
    verdict->bounded |= verdict->answer != ANSWER_FALSE;
    if (verdict->answer == ANSWER_TRUE)
        text_append(&verdict->note, ", but for what is suppressed and what follows it in the same run");
}

// --- What a TRUE was about

static void add_remark(Verdict *verdict, RemarkKind kind, const Program *program, uint32_t position, const char *words)
{
    TracePosition place = trace_position_in(program, position);
    Remark remark = {.kind = kind, .file = place.file, .line = place.line};
    text_append(&remark.message, words);
    if (place.line)
        text_format(&remark.message, " (%s:%u)", remark.file, remark.line);
    vector_push(&verdict->remarks, remark);
}

static bool creates_thread(const Program *program, const Instruction *instruction)
{
    if (instruction->opcode != OP_call)
        return false;
    const Function *callee = &program->functions.data[instruction->imm];
    return callee->intrinsic == INTRINSIC_pthread_create ||
           (callee->from_model && !strcmp(callee->name, "thrd_create"));
}

static bool decides_assertion(const Program *program, const Instruction *instruction)
{
    if (instruction->opcode == OP_mark)
        return instruction->imm == MARK_ASSERTION;
    Intrinsic intrinsic = program->functions.data[instruction->imm].intrinsic;
    return intrinsic == INTRINSIC_cprover_assert || intrinsic == INTRINSIC_klee_assert ||
           intrinsic_fails_assertion(intrinsic);
}

// The position of the first call or mark in the program's own code for which the test holds.
static bool find_place(const Program *program, bool (*test)(const Program *, const Instruction *), uint32_t *position)
{
    for (uint32_t i = 0; i < program->functions.count; i++) {
        const Function *function = &program->functions.data[i];
        for (uint32_t j = 0; !function->from_model && j < function->instruction_count; j++) {
            const Instruction *instruction = &function->instructions[j];
            if ((instruction->opcode == OP_call || instruction->opcode == OP_mark) && test(program, instruction)) {
                *position = function->positions[j];
                return true;
            }
        }
    }
    return false;
}

static void remark_vacuity(const EngineTask *task, const Reached *reached, Verdict *verdict)
{
    const Program *program = task->program;
    uint32_t position = 0;
    if (!atomic_load(&reached->end) && atomic_load(&reached->assumption)) {
        add_remark(verdict, REMARK_VACUOUS, program, atomic_load(&reached->assumption) - 1,
                   "no run gets past its assumptions");
        return;
    }
    if (!atomic_load(&reached->thread) && find_place(program, creates_thread, &position))
        add_remark(verdict, REMARK_VACUOUS, program, position, "no second thread was ever created");
    if (!(task->machine.properties & PROPERTY_BIT(PROPERTY_ASSERTION)) || atomic_load(&reached->assertion))
        return;
    if (find_place(program, decides_assertion, &position))
        add_remark(verdict, REMARK_VACUOUS, program, position, "no assertion was ever reached");
    else if (task->machine.properties == PROPERTY_BIT(PROPERTY_ASSERTION))
        add_remark(verdict, REMARK_VACUOUS, program, 0, "the program contains no assertion");
}

static const char *name_model(const Rules *rules)
{
    if (!rules->store_buffers)
        return "under the memory model of C11";
    return rules->buffers_by_location ? "with a store buffer for each thread and location (pso)"
                                      : "with a store buffer for each thread (tso)";
}

static void remark_weak_order(const Program *program, uint32_t position, const Text *undecided, Verdict *verdict)
{
    Text words = {0};
    text_append(&words, "under sequential consistency; atomic operations with weaker orders were executed");
    if (undecided->length)
        text_format(&words, ", and what C11 allows beyond is not known: %s", text_string(undecided));
    add_remark(verdict, REMARK_WEAK_ORDER, program, position, text_string(&words));
    text_free(&words);
}

// `undecided`: why it is not known what C11 allows; may be empty.
static void remark(const EngineTask *task, const Text *undecided, Verdict *verdict)
{
    const Reached *reached = task->machine.reached;
    if (verdict->answer != ANSWER_TRUE || !reached || crew_mpi_follower_count())
        return;
    remark_vacuity(task, reached, verdict);
    unsigned weak = atomic_load(&reached->weak_order);
    if (task->machine.rules.weak_memory)
        add_remark(verdict, REMARK_MODEL, task->program, 0, name_model(&task->machine.rules));
    else if (weak)
        remark_weak_order(task->program, weak - 1, undecided, verdict);
}

// --- What is missing

static void append_missing(const Program *program, uint32_t function, Text *out)
{
    uint32_t position;
    text_format(out, "%s%s", out->length ? ", " : "", program->functions.data[function].name);
    if (program_find_call(program, function, &position)) {
        const Position *place = &program->positions.data[position];
        text_format(out, " at %s:%u", program->files.data[place->file], place->line);
    }
}

// A run names the first function without a model that it meets; the user wants to know of all.
static void name_other_functions(const Program *program, Text *reason)
{
    static const char words[] = "unmodelled function ";
    if (strncmp(text_string(reason), words, strlen(words)))
        return;
    const char *first = text_string(reason) + strlen(words);
    size_t length = strcspn(first, " ");
    Text others = {0};
    for (uint32_t i = 0; i < program->functions.count; i++) {
        const char *name = program->functions.data[i].name;
        if (program_lacks_function(program, i) && (strlen(name) != length || strncmp(name, first, length)))
            append_missing(program, i, &others);
    }
    if (others.length)
        text_format(reason, "; also without a model: %s", text_string(&others));
    text_free(&others);
}

// --- The verdict

static void minimise(const EngineTask *task, const void *context, Verdict *verdict)
{
    (void)context;
    minimise_verdict(task, verdict);
}

// A run that was found within bounds is made smaller within them.
static void minimise_within_bounds(const EngineTask *task, Verdict *verdict)
{
    EngineTask bounded = *task;
    TraceProgram origin = *task->origin;
    bounded.origin = &origin;
    origin.bounds = bounded.machine.bounds = verdict->counterexamples.data[0]->program.bounds;
    contain(&bounded, verdict->engine, minimise, NULL, verdict);
}

static void name_cuts(const Program *program, Depth *depth)
{
    if (depth->cut.loop)
        depth->loop = trace_position_in(program, depth->cut.loop - 1);
    if (depth->cut.creation)
        depth->creation = trace_position_in(program, depth->cut.creation - 1);
}

static void verify_asked(const Engine *engine, const EngineTask *task, Verdict *verdict)
{
    PropertyMask unasked = PROPERTY_MASK_UNDEFINED & ~task->machine.properties;
    if (!unasked || engine->never_proves || task->options->assume_defined)
        verify(engine, task, verdict);
    else
        verify_defined(engine, task, unasked, verdict);
}

// Who is to look for all violations: what auto asks for that does not name all races.
static const Engine *engine_for_all(const Engine *engine, const EngineTask *task)
{
    bool races = task->machine.properties & PROPERTY_BIT(PROPERTY_RACE);
    return engine == &engine_auto && races ? &engine_dpor : engine;
}

// The search for all violations, where the first one is not to be reported.
static void verify_rest(const Engine *engine, const EngineTask *task, Verdict *verdict)
{
    Options options = *task->options;
    EngineTask all = *task;
    Verdict second = {0};
    options.all = true;
    all.options = &options;
    verify_asked(engine, &all, &second);
    set_aside(task, &second);
    verdict_take_suppressed(&second, verdict);
    verdict_take_failures(&second, verdict);
    statistics_add(&second.statistics, &verdict->statistics);
    verdict_free(verdict);
    *verdict = second;
}

static void verify_reported(const Engine *engine, const EngineTask *task, Verdict *verdict)
{
    const Engine *thorough = engine_for_all(engine, task);
    verify_asked(task->options->write_baseline ? thorough : engine, task, verdict);
    if (!task->suppresses || verdict->answer != ANSWER_FALSE)
        return;
    set_aside(task, verdict);
    if (!verdict->suppressed.count)
        return;
    bool searched = task->options->all && (thorough == engine || task->options->write_baseline);
    if (!verdict->counterexamples.count && !searched && can_search_again(task))
        verify_rest(thorough, task, verdict);
    conclude_suppressed(verdict);
}

// --- Weak memory

enum { WEAK_SECONDS = 20 };
static const double weak_share = 0.8; // at most, of the time that is left: the answer that there is must not be lost

// The same task where atomic accesses see what C11 lets them see.
typedef struct WeakTask {
    EngineTask task;
    TraceProgram origin;
    Limits limits;
} WeakTask;

static void make_weak(const EngineTask *task, WeakTask *weak)
{
    double now = clock_now(), left = WEAK_SECONDS;
    if (task->limits->deadline && (task->limits->deadline - now) * weak_share < left)
        left = (task->limits->deadline - now) * weak_share;
    weak->task = *task;
    weak->origin = *task->origin;
    weak->limits = *task->limits;
    weak->task.origin = &weak->origin;
    weak->task.machine.rules.weak_memory = weak->origin.rules.weak_memory = true;
    weak->task.machine.properties |= PROPERTY_BIT(PROPERTY_RACE);
    weak->origin.properties |= PROPERTY_BIT(PROPERTY_RACE);
    weak->limits.deadline = now + left;
    weak->task.limits = weak->task.machine.limits = &weak->limits;
}

// Whether the answer leaves open what C11 allows, and nobody has chosen a model.
static bool may_be_weaker(const Engine *engine, const EngineTask *task, const Verdict *verdict)
{
    bool knows = engine->decide || engine->knows_weak_memory;
    return verdict->answer == ANSWER_TRUE && knows && !task->machine.rules.weak_memory &&
           !OPTION_GIVEN(task->options, memory_model) && !OPTION_GIVEN(task->options, context_bound) &&
           task->machine.reached && atomic_load(&task->machine.reached->weak_order) && can_search_again(task);
}

// True if there is an answer now; else why not is in `reason`.
static bool verify_weakly(const Engine *engine, const EngineTask *weak, Verdict *verdict, Text *reason)
{
    Verdict second = {0};
    verify_reported(engine, weak, &second);
    statistics_add(&second.statistics, &verdict->statistics);
    if (second.answer == ANSWER_UNKNOWN) {
        text_append(reason, text_string(&second.reason));
        verdict->statistics = second.statistics;
        verdict_take_failures(verdict, &second);
        verdict_free(&second);
        return false;
    }
    verdict_take_failures(&second, verdict);
    verdict_free(verdict);
    *verdict = second;
    return true;
}

// --- All of it

void engine_verify(const Engine *engine, const EngineTask *task, Verdict *verdict)
{
    PropertyMask unasked = PROPERTY_MASK_UNDEFINED & ~task->machine.properties;
    WeakTask weak;
    Text undecided = {0};
    verify_reported(engine, task, verdict);
    if (may_be_weaker(engine, task, verdict)) {
        make_weak(task, &weak);
        if (verify_weakly(engine, &weak.task, verdict, &undecided))
            task = &weak.task;
    }
    if (verdict->answer == ANSWER_TRUE && unasked && task->options->assume_defined) {
        verdict->bounded = true;
        text_append(&verdict->note, ", as far as nothing undefined happens");
    }
    verdict_add_assumptions(verdict, task->origin);
    if (verdict->answer == ANSWER_FALSE && !task->options->no_minimise)
        minimise_within_bounds(task, verdict);
    verdict->memory_model = rules_memory_model(&task->machine.rules);
    remark(task, &undecided, verdict);
    text_free(&undecided);
    name_cuts(task->program, &verdict->depth);
    if (verdict->answer == ANSWER_UNKNOWN)
        name_other_functions(task->program, &verdict->reason);
}
