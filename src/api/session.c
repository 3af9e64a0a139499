#include "api/session.h"

#include <string.h>

#include "base/escape.h"
#include "base/file.h"
#include "engine/driver.h"
#include "engine/table.h"
#include "orders/remedy.h"
#include "run/schedule.h"

enum { MOST_SYMBOLIC_ARGUMENTS = 64 };

static const char *const data_models[] = {
    [DATA_MODEL_HOST] = "host", [DATA_MODEL_ILP32] = "ILP32", [DATA_MODEL_LP64] = "LP64"};

static bool check_schedule(const Options *options, Text *errors)
{
    Scheduler scheduler;
    bool right = scheduler_parse(&scheduler, options->schedule, errors);
    scheduler_free(&scheduler);
    return right;
}

const Engine *session_choose_engine(const Options *options, Text *errors)
{
    const Engine *engine = engine_find(options->engine);
    if (!engine) {
        text_format(errors, "there is no engine '%s'; there are", options->engine);
        for (uint32_t i = 0; i < engine_count(); i++)
            text_format(errors, "%s %s", i ? "," : "", engine_at(i)->name);
    }
    return engine && check_schedule(options, errors) ? engine : NULL;
}

static FrontOptions front_options(const TraceProgram *origin, Limits *limits, Text *diagnostics)
{
    return (FrontOptions){
        .files = origin->files.data,
        .file_count = origin->files.count,
        .clang_arguments = origin->clang_arguments.data,
        .clang_argument_count = origin->clang_arguments.count,
        .file_arguments = origin->file_arguments.count ? origin->file_arguments.data : NULL,
        .standard_input = origin->standard_input,
        .calls = origin->calls,
        .arguments = origin->arguments.data,
        .argument_count = origin->arguments.count,
        .symbolic_argument_count = origin->symbolic_arguments,
        .given_files = origin->given_files.data,
        .given_file_count = origin->given_files.count,
        .data_model = strcmp(origin->data_model, "host") ? origin->data_model : NULL,
        .check_overflow = (origin->properties & PROPERTY_BIT(PROPERTY_OVERFLOW)) != 0,
        .limits = limits,
        .diagnostics = diagnostics,
    };
}

static Program *load_chosen(const TraceProgram *origin, const Options *options, Limits *limits, Text *diagnostics,
                            Text *errors)
{
    FrontOptions front = front_options(origin, limits, diagnostics);
    front.confined = options->confined;
    front.coverage = options->coverage != NULL;
    return front_load(&front, errors);
}

Program *session_load_traced(const TraceProgram *origin, const FrontPreparation *preparation, Limits *limits,
                             Text *diagnostics, Text *errors)
{
    FrontOptions front = front_options(origin, limits, diagnostics);
    front.preparation = preparation;
    return front_load(&front, errors);
}

void session_describe_program(const Options *options, TraceProgram *origin)
{
    for (uint32_t i = 0; i < options->files.count; i++)
        vector_push(&origin->files, options->files.data[i]);
    for (uint32_t i = 0; i < options->file_arguments.count; i++)
        vector_push(&origin->file_arguments, options->file_arguments.data[i]);
    for (uint32_t i = 0; i < options->compiler_arguments.count; i++)
        vector_push(&origin->clang_arguments, options->compiler_arguments.data[i]);
    for (uint32_t i = 0; i < options->args.count; i++)
        vector_push(&origin->arguments, options->args.data[i]);
    origin->standard_input = options->standard_input;
    origin->calls = call_plan_of(options);
    origin->symbolic_arguments = (uint32_t)options->args_symbolic;
    for (uint32_t i = 0; i < options->given_files.count; i++)
        vector_push(&origin->given_files, options->given_files.data[i]);
    origin->data_model = data_models[options->data_model];
    origin->rules = rules_of(options);
    origin->bounds = bounds_of(options);
    origin->properties = options->property;
    if (origin->rules.weak_memory &&
        !origin->rules.store_buffers) // what a race leads to is undefined, whatever was asked
        origin->properties |= PROPERTY_BIT(PROPERTY_RACE);
}

// Programs for SV-COMP and CBMC call abort where an assumption does not hold.
static bool assumes_by_abort(const Program *program)
{
    static const char *const words[] = {"__VERIFIER_", "__CPROVER_", "reach_error"};
    for (uint32_t i = 0; i < program->functions.count; i++)
        for (size_t j = 0; j < sizeof words / sizeof *words; j++)
            if (!program->functions.data[i].from_model &&
                !strncmp(program->functions.data[i].name, words[j], strlen(words[j])))
                return true;
    return false;
}

static bool read_inputs(Session *session, const Options *options, Text *errors)
{
    for (uint32_t i = 0; i < options->input.count; i++)
        if (!input_plan_add(&session->inputs, options->input.data[i], errors))
            return false;
    return true;
}

// NAME=@HOSTFILE becomes NAME=CONTENT, so that a recorded run does not depend on the file of the host.
static bool read_host_files(Session *session, Text *errors)
{
    for (uint32_t i = 0; i < session->origin.given_files.count; i++) {
        const char *given = session->origin.given_files.data[i], *separator = strchr(given, '=');
        if (!separator || separator[1] != '@')
            continue;
        Text content = {0}, text = {0};
        bool read = file_read_bytes(separator + 2, &content, errors);
        text_append_bytes(&text, given, (size_t)(separator + 1 - given));
        text_append_escaped(&text, content.data, content.length);
        session->origin.given_files.data[i] = arena_copy_string(&session->strings, text_string(&text));
        text_free(&content);
        text_free(&text);
        if (!read)
            return false;
    }
    return true;
}

bool session_open(Session *session, const Options *options, const SessionContext *context, Text *errors)
{
    *session = (Session){0};
    if (!options->files.count) {
        text_append(errors, "no file to work on");
        return false;
    }
    if (options->args_symbolic > MOST_SYMBOLIC_ARGUMENTS) {
        text_format(errors, "--args-symbolic: at most %d", MOST_SYMBOLIC_ARGUMENTS);
        return false;
    }
    CallPlan calls = call_plan_of(options);
    if (!call_plan_check(&calls, errors))
        return false;
    limits_start(&session->limits, options->timeout, options->memory_limit);
    session->limits.interrupt = context->interrupt;
    session_describe_program(options, &session->origin);
    bool known = suppressions_load(&session->suppressions, options, &session->origin, errors);
    if (known && read_inputs(session, options, errors) && read_host_files(session, errors))
        session->program = load_chosen(&session->origin, options, context->limits_loading ? &session->limits : NULL,
                                       context->diagnostics, errors);
    if (!session->program) {
        session_close(session);
        return false;
    }
    session->origin.assumptions = session->program->assumptions;
    if (!OPTION_GIVEN(options, property) && assumes_by_abort(session->program))
        session->origin.properties &= ~PROPERTY_BIT(PROPERTY_ABORT);
    session->facts = facts_compute(session->program);
    session->machine = (MachineOptions){
        .properties = session->origin.properties,
        .facts = session->facts,
        .inputs = &session->inputs,
        .limits = &session->limits,
        .reached = session->reached = reached_create(session->program->positions.count, session->program->cover.count),
        .rules = session->origin.rules,
        .bounds = session->origin.bounds,
        .instruction_limit = OPTION_GIVEN(options, max_steps) ? options->max_steps : UINT64_MAX,
    };
    return true;
}

static void free_origin(TraceProgram *origin)
{
    vector_free(&origin->files);
    vector_free(&origin->file_arguments);
    vector_free(&origin->given_files);
    vector_free(&origin->clang_arguments);
    vector_free(&origin->arguments);
}

bool session_list_functions(const Options *options, Limits *limits, Arena *arena, FunctionList *functions, Text *errors)
{
    TraceProgram origin = {0};
    session_describe_program(options, &origin);
    FrontOptions front = front_options(&origin, limits, NULL);
    front.confined = options->confined;
    bool listed = front_list_functions(&front, arena, functions, errors);
    free_origin(&origin);
    return listed;
}

void session_close(Session *session)
{
    facts_free(session->facts);
    reached_free(session->reached);
    program_free(session->program);
    free_origin(&session->origin);
    arena_release(&session->strings);
    input_plan_free(&session->inputs);
    suppressions_free(&session->suppressions);
}

// What weak memory makes possible can be forbidden by stronger orders.
static void find_remedies(Session *session, Verdict *verdict)
{
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++) {
        Trace *trace = verdict->counterexamples.data[i];
        Text remedy = {0};
        if (trace->program.rules.weak_memory)
            remedy_append(session->program, session->facts, trace, &remedy);
        if (remedy.length)
            trace->remedy = arena_copy_string(&trace->arena, text_string(&remedy));
        text_free(&remedy);
    }
}

void session_verify(Session *session, const Options *options, const Engine *engine, ProgressSink *progress,
                    void *progress_context, Verdict *verdict)
{
    Options chosen = *options;
    chosen.all |= options->write_baseline != NULL; // a baseline has all of them
    EngineTask task = {.program = session->program,
                       .options = &chosen,
                       .origin = &session->origin,
                       .machine = session->machine,
                       .limits = &session->limits,
                       .progress = progress,
                       .progress_context = progress_context,
                       .suppresses = suppressions_test,
                       .suppression_context = &session->suppressions};
    engine_verify(engine, &task, verdict);
    if (verdict->answer == ANSWER_FALSE && !options->no_minimise)
        find_remedies(session, verdict);
    verdict->program = &session->origin;
    statistics_finish(&verdict->statistics, session->limits.started);
}
