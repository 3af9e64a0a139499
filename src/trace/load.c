// Reading recorded runs, part by part. Values that a file may leave out have the defaults of the writer (see save.c).
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "trace/format.h"
#include "trace/reader.h"

enum { BITS_LIMIT = 4096 };

const char *const trace_origin_names[TRACE_ORIGIN_COUNT] = {
    [INPUT_CALL] = "call", [INPUT_UNINITIALISED] = "uninitialised", [INPUT_ENVIRONMENT] = "environment"};

const char *const trace_end_names[TRACE_END_COUNT] = {[TRACE_EXITED] = "exited",
                                                      [TRACE_VIOLATION] = "violation",
                                                      [TRACE_DISCARDED] = "discarded",
                                                      [TRACE_UNKNOWN] = "unknown"};

const char *const trace_term_names[TERM_KIND_COUNT] = {
#define TERM_NAME(id, operands, name) #id,
    TERM_KIND_TABLE(TERM_NAME)
#undef TERM_NAME
};

const uint8_t trace_term_operands[TERM_KIND_COUNT] = {
#define TERM_OPERANDS(id, operands, name) operands,
    TERM_KIND_TABLE(TERM_OPERANDS)
#undef TERM_OPERANDS
};

static const char *const property_names[PROPERTY_COUNT] = {
#define X(identifier, name, ...) name,
    PROPERTY_TABLE(X)
#undef X
};

static void read_calls(Reader *reader, json_t *object, CallPlan *plan)
{
    if (!object)
        return;
    if (!json_is_object(object)) {
        reader_fail(reader, "calls", "is not an object");
        return;
    }
    const char *parent = reader->parent;
    reader->parent = "program.calls";
#define X(name)                         \
    if (json_object_get(object, #name)) \
        plan->name = reader_string(reader, object, #name, REQUIRED);
    CALL_PLAN_NAME_TABLE(X)
#undef X
    plan->array_length = reader_unsigned(reader, object, "array_length", OPTIONAL, UINT16_MAX, 0);
    plan->null_pointers = reader_boolean(reader, object, "null_pointers");
    plan->arbitrary_globals = reader_boolean(reader, object, "arbitrary_globals");
    reader->parent = parent;
    Text problem = {0}, message = {0};
    if (!reader->failed && !call_plan_check(plan, &problem)) {
        text_format(&message, "does not fit together: %s", text_string(&problem));
        reader_fail(reader, "calls", text_string(&message));
    }
    text_free(&problem);
    text_free(&message);
}

static void read_program(Reader *reader, json_t *object)
{
    static const char *const data_models[] = {"host", "ILP32", "LP64"};
    TraceProgram *program = &reader->trace->program;
    reader->parent = "program";
#define X(name, need)                                                                                          \
    json_t *name = reader_list(reader, object, #name, need);                                                   \
    for (size_t i = 0; i < json_array_size(name); i++) {                                                       \
        if (!json_is_string(json_array_get(name, i)))                                                          \
            reader_fail(reader, #name, "holds something that is not a string");                                \
        else                                                                                                   \
            vector_push(&program->name,                                                                        \
                        arena_copy_string(&reader->trace->arena, json_string_value(json_array_get(name, i)))); \
    }
    TRACE_PROGRAM_LIST_TABLE(X)
#undef X
    if (json_object_get(object, "standard_input"))
        program->standard_input = reader_string(reader, object, "standard_input", REQUIRED);
    if (json_object_get(object, "assumptions"))
        program->assumptions = reader_string(reader, object, "assumptions", REQUIRED);
    read_calls(reader, json_object_get(object, "calls"), &program->calls);
    if (program->file_arguments.count && program->file_arguments.count != program->files.count)
        reader_fail(reader, "file_arguments", "is not as long as files");
    program->symbolic_arguments =
        (uint32_t)reader_unsigned(reader, object, "symbolic_arguments", OPTIONAL, UINT16_MAX, 0);
    uint32_t model = reader_word(reader, object, "data_model", data_models, 3);
    program->data_model = data_models[model < 3 ? model : 0];
#define X(name, ...) program->rules.name = reader_boolean(reader, object, #name);
    RULE_TABLE(X)
#undef X
    program->bounds.rounds = reader_unsigned(reader, object, "unwind", OPTIONAL, NO_BOUND, NO_BOUND);
    program->bounds.threads = reader_unsigned(reader, object, "threads_per_site", OPTIONAL, NO_BOUND, NO_BOUND);
    program->bounds.spare_private = reader_boolean(reader, object, "spare_private");
    json_t *list = reader_list(reader, object, "properties", REQUIRED);
    program->properties = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        uint32_t property =
            reader_find_word(reader, "properties", json_array_get(list, i), property_names, PROPERTY_COUNT);
        if (property < PROPERTY_COUNT)
            program->properties |= PROPERTY_BIT(property);
    }
    reader_leave(reader);
}

static void read_threads(Reader *reader, json_t *list)
{
    reader->trace->thread_names.count = 0;
    for (size_t i = 0; i < json_array_size(list) && !reader->failed; i++) {
        json_t *name = json_array_get(list, i);
        if (!json_is_string(name))
            reader_fail(reader, "threads", "holds something that is not a string");
        else if (i >= READER_THREAD_LIMIT)
            reader_fail(reader, "threads", "is too long");
        else
            vector_push(&reader->trace->thread_names,
                        arena_copy_string(&reader->trace->arena, json_string_value(name)));
    }
}

static void read_inputs(Reader *reader, json_t *list)
{
    const TracePosition *recent = NULL;
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *object = json_array_get(list, i);
        if (!reader_enter(reader, "inputs", i, object))
            break;
        TraceInput input = {
            .name = reader_string(reader, object, "name", REQUIRED),
            .origin = (InputOrigin)reader_word(reader, object, "origin", trace_origin_names, TRACE_ORIGIN_COUNT),
            .thread = reader_thread(reader, object, "thread", REQUIRED),
            .bits = (uint32_t)reader_unsigned(reader, object, "bits", REQUIRED, BITS_LIMIT, 0),
            .value = reader_unsigned(reader, object, "value", REQUIRED, UINT64_MAX, 0),
            .symbol = reader_term(reader, object, "symbol"),
            .position = reader_position(reader, object, recent),
        };
        if (!reader->failed && input.symbol != NO_TERM && term_width(reader->trace->terms, input.symbol) != input.bits)
            reader_fail(reader, "symbol", "has a width that is not that of the input");
        if (reader->failed)
            break;
        vector_push(&reader->trace->inputs, input);
        recent = &vector_last(&reader->trace->inputs).position;
    }
    reader_leave(reader);
}

static void read_schedule(Reader *reader, json_t *list)
{
    reader->parent = "schedule";
    for (size_t i = 0; i < json_array_size(list) && !reader->failed; i++) {
        json_t *pair = json_array_get(list, i);
        json_int_t thread = json_integer_value(json_array_get(pair, 0));
        json_int_t alternative = json_integer_value(json_array_get(pair, 1));
        reader->index = i;
        if (json_array_size(pair) != 2 || !json_is_integer(json_array_get(pair, 0)) ||
            !json_is_integer(json_array_get(pair, 1)))
            reader_fail(reader, "", "is not a pair of numbers");
        else if (thread < 0 || thread >= READER_THREAD_LIMIT || alternative < 0 || alternative > UINT32_MAX)
            reader_fail(reader, "", "is out of range");
        else
            vector_push(&reader->trace->schedule, (Choice){(uint32_t)thread, (uint32_t)alternative});
    }
    reader_leave(reader);
}

static EventKind read_kind(Reader *reader, json_t *object)
{
    static const char *const kinds[EVENT_KIND_COUNT] = {
#define EVENT_NAME(id, name, traits) name,
        EVENT_KIND_TABLE(EVENT_NAME)
#undef EVENT_NAME
    };
    return (EventKind)reader_word(reader, object, "kind", kinds, EVENT_KIND_COUNT);
}

static MemoryOrder read_order(Reader *reader, json_t *object)
{
    const char *orders[ORDER_ACQ_REL + 1];
    for (unsigned i = 0; i <= ORDER_ACQ_REL; i++)
        orders[i] = order_name((MemoryOrder)i);
    if (!json_object_get(object, "order"))
        return ORDER_SEQ_CST;
    return (MemoryOrder)reader_word(reader, object, "order", orders, ORDER_ACQ_REL + 1);
}

// A stack by its index in the file; NO_STACK if it is missing.
static uint32_t read_stack(Reader *reader, json_t *object, const char *key)
{
    uint64_t index = reader_unsigned(reader, object, key, OPTIONAL, UINT32_MAX - 1, UINT32_MAX);
    if (index == UINT32_MAX || reader->failed)
        return NO_STACK;
    if (index >= reader->trace->frames.count)
        reader_fail(reader, key, "is no frame in front of it");
    return (uint32_t)index + 1;
}

static void read_frames(Reader *reader, json_t *list)
{
    const TracePosition *recent = NULL;
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *object = json_array_get(list, i);
        if (!reader_enter(reader, "frames", i, object))
            break;
        TraceFrame frame = {.caller = read_stack(reader, object, "caller"),
                            .position = reader_position(reader, object, recent)};
        frame.position.function = reader_string(reader, object, "function", OPTIONAL);
        if (reader->failed)
            break;
        vector_push(&reader->trace->frames, frame);
        recent = &vector_last(&reader->trace->frames).position;
    }
    reader_leave(reader);
}

static void read_events(Reader *reader, json_t *list)
{
    Trace *trace = reader->trace;
    const TraceEvent none = {.object = "", .locks = "", .call = "", .position = {.file = "", .function = ""}};
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *object = json_array_get(list, i);
        if (!reader_enter(reader, "steps", i, object))
            break;
        const TraceEvent *recent = trace->events.count ? &vector_last(&trace->events) : &none;
        TraceEvent event = {
            .kind = read_kind(reader, object),
            .thread = reader_thread(reader, object, "thread", REQUIRED),
            .index = (uint32_t)reader_unsigned(reader, object, "index", REQUIRED, UINT32_MAX, 0),
            .step = (uint32_t)reader_unsigned(reader, object, "step", OPTIONAL, UINT32_MAX, NO_STEP),
            .address = reader_unsigned(reader, object, "address", OPTIONAL, UINT64_MAX, 0),
            .size = (uint32_t)reader_unsigned(reader, object, "size", OPTIONAL, UINT32_MAX, 0),
            .other = reader_thread(reader, object, "other", OPTIONAL),
            .value = reader_unsigned(reader, object, "value", OPTIONAL, UINT64_MAX, 0),
            .previous = reader_unsigned(reader, object, "previous", OPTIONAL, UINT64_MAX, 0),
            .atomic = reader_boolean(reader, object, "atomic"),
            .conditional = reader_boolean(reader, object, "conditional"),
            .again = reader_boolean(reader, object, "again"),
            .fresh = reader_boolean(reader, object, "fresh"),
            .together = reader_boolean(reader, object, "together"),
            .weak = json_object_get(object, "order") != NULL,
            .order = read_order(reader, object),
            .written = (uint32_t)reader_unsigned(reader, object, "written", OPTIONAL, UINT32_MAX, 0),
            .taken = (uint32_t)reader_unsigned(reader, object, "taken", OPTIONAL, UINT32_MAX, 0),
            .term = reader_term(reader, object, "term"),
            .read = reader_term(reader, object, "read"),
            .content = reader_term(reader, object, "content"),
            .object = reader_repeated(reader, object, "object", recent->object),
            .value_text = reader_string(reader, object, "value_text", OPTIONAL),
            .previous_text = reader_string(reader, object, "previous_text", OPTIONAL),
            .locks = reader_repeated(reader, object, "locks", recent->locks),
            .position = reader_position(reader, object, &recent->position),
            .stack = read_stack(reader, object, "stack"),
            .call = reader_repeated(reader, object, "call", recent->call),
        };
        if (event.kind == EVENT_check)
            event.property = (Property)reader_word(reader, object, "property", property_names, PROPERTY_COUNT);
        if (event.step != NO_STEP && event.step >= trace->schedule.count)
            reader_fail(reader, "step", "is after the end of the schedule");
        if (reader->failed)
            break;
        trace_name_threads(trace, event.thread);
        if (event.other != NO_THREAD)
            trace_name_threads(trace, event.other);
        vector_push(&trace->events, event);
    }
    reader_leave(reader);
}

static void read_end(Reader *reader, json_t *object)
{
    Trace *trace = reader->trace;
    reader->parent = "end";
    trace->end = (TraceEnd)reader_word(reader, object, "kind", trace_end_names, TRACE_END_COUNT);
    trace->message = reader_string(reader, object, "message", OPTIONAL);
    if (trace->end == TRACE_EXITED) {
        json_t *status = reader_member(reader, object, "exit_status", REQUIRED);
        json_int_t number = json_integer_value(status);
        if (status && !json_is_integer(status))
            reader_fail(reader, "exit_status", "is not a number");
        else if (number < INT32_MIN || number > INT32_MAX)
            reader_fail(reader, "exit_status", "is out of range");
        trace->exit_status = (int)number;
    } else if (trace->end == TRACE_VIOLATION) {
        trace->property = (Property)reader_word(reader, object, "property", property_names, PROPERTY_COUNT);
        trace->thread = reader_thread(reader, object, "thread", REQUIRED);
        trace->where = reader_position(reader, object, NULL);
        trace->stack = read_stack(reader, object, "stack");
        if (!reader->failed)
            trace_name_threads(trace, trace->thread);
    }
    reader_leave(reader);
}

static void read_version(Reader *reader, json_t *object, Presence presence)
{
    json_t *version = reader_member(reader, object, "raddle_trace", presence);
    if (!version)
        return;
    json_int_t number = json_integer_value(version);
    if (!json_is_integer(version))
        reader_fail(reader, "raddle_trace", "is not a number");
    else if (number < TRACE_FORMAT_OLDEST || number > TRACE_FORMAT_VERSION)
        reader_fail_format(reader, "raddle_trace",
                           "is version %" JSON_INTEGER_FORMAT ", this program reads versions %d to %d", number,
                           TRACE_FORMAT_OLDEST, TRACE_FORMAT_VERSION);
}

static void read_trace(Reader *reader, json_t *root)
{
    json_t *object = root;
    if (!json_is_object(root)) {
        reader_fail(reader, "", "it is not an object");
        return;
    }
    if (!json_object_get(root, "raddle_trace") && json_object_get(root, "verdict")) {
        object = json_object_get(root, "counterexample");
        if (!json_is_object(object)) {
            reader_fail(reader, "", "the result has no counterexample");
            return;
        }
        read_version(reader, object, OPTIONAL);
    } else {
        read_version(reader, root, REQUIRED);
    }
    json_t *program = reader->failed ? NULL : reader_object(reader, object, "program");
    json_t *threads = reader->failed ? NULL : reader_list(reader, object, "threads", OPTIONAL);
    json_t *terms = reader->failed ? NULL : reader_list(reader, object, "terms", OPTIONAL);
    json_t *inputs = reader->failed ? NULL : reader_list(reader, object, "inputs", REQUIRED);
    json_t *schedule = reader->failed ? NULL : reader_list(reader, object, "schedule", REQUIRED);
    json_t *frames = reader->failed ? NULL : reader_list(reader, object, "frames", OPTIONAL);
    json_t *steps = reader->failed ? NULL : reader_list(reader, object, "steps", REQUIRED);
    json_t *end = reader->failed ? NULL : reader_object(reader, object, "end");
    if (reader->failed)
        return;
    reader->trace->predicted = reader_boolean(reader, object, "predicted");
    read_program(reader, program);
    read_threads(reader, threads);
    if (terms && !reader->failed)
        reader_load_terms(reader, terms);
    read_inputs(reader, inputs);
    read_schedule(reader, schedule);
    read_frames(reader, frames);
    read_events(reader, steps);
    read_end(reader, end);
    trace_name_threads(reader->trace, 0);
    if (!reader->failed)
        reader_check_trace(reader);
}

// The whole file; false if it cannot be read, with errno set.
static bool read_file(const char *path, Text *contents)
{
    char buffer[65536];
    size_t count;
    FILE *stream = fopen(path, "r");
    if (!stream)
        return false;
    while ((count = fread(buffer, 1, sizeof buffer, stream)) > 0)
        text_append_bytes(contents, buffer, count);
    bool complete = !ferror(stream);
    int reason = errno;
    fclose(stream);
    errno = reason;
    return complete;
}

Trace *trace_load(const char *path, Text *error)
{
    Text contents = {0};
    if (!read_file(path, &contents)) {
        text_format(error, "%s: %s", path, strerror(errno));
        text_free(&contents);
        return NULL;
    }
    json_error_t problem;
    json_t *root = json_loadb(text_string(&contents), contents.length, JSON_REJECT_DUPLICATES, &problem);
    text_free(&contents);
    if (!root) {
        text_format(error, "%s: not a trace of raddle: line %d, column %d: %s", path, problem.line, problem.column,
                    problem.text);
        return NULL;
    }
    Reader reader = {
        .file = path, .error = error, .trace = trace_create(), .parent = "", .index = SIZE_MAX, .child = ""};
    read_trace(&reader, root);
    json_decref(root);
    free(reader.terms);
    if (!reader.failed)
        return reader.trace;
    trace_free(reader.trace);
    return NULL;
}
