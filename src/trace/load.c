// Reading recorded runs. The file may come from anywhere: every field is checked for presence, type and range
// before it is used, and what is wrong is named by its path ("steps[17].thread"). Values that a file may leave out
// have the defaults of the writer (see save.c).
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "trace/format.h"
#include "trace/json.h"
#include "trace/trace.h"

// More threads than any machine has; keeps tables by thread small whatever a file says.
enum { THREAD_LIMIT = 65536, BITS_LIMIT = 4096 };

const char *const trace_origin_names[TRACE_ORIGIN_COUNT] = {
    [INPUT_CALL] = "call", [INPUT_UNINITIALISED] = "uninitialised", [INPUT_ENVIRONMENT] = "environment"};

const char *const trace_end_names[TRACE_END_COUNT] = {[TRACE_EXITED] = "exited",
                                                      [TRACE_VIOLATION] = "violation",
                                                      [TRACE_DISCARDED] = "discarded",
                                                      [TRACE_UNKNOWN] = "unknown"};

static const char *const property_names[PROPERTY_COUNT] = {
#define X(identifier, name, checked, description) name,
    PROPERTY_TABLE(X)
#undef X
};

// Where the reader is: the path of the object whose fields are read. After the first failure nothing more is reported.
typedef struct Reader {
    const char *file;
    Text *error;
    bool failed;
    Trace *trace;
    const char *parent; // "steps", "end"; "" at the top
    size_t index;       // in a list, else SIZE_MAX
    const char *child;  // "location", or "" for the object itself
} Reader;

static void fail(Reader *reader, const char *key, const char *problem)
{
    if (reader->failed)
        return;
    reader->failed = true;
    Text path = {0};
    text_append(&path, reader->parent);
    if (reader->index != SIZE_MAX)
        text_format(&path, "[%zu]", reader->index);
    if (*reader->child)
        text_format(&path, ".%s", reader->child);
    if (*key)
        text_format(&path, "%s%s", path.length ? "." : "", key);
    text_format(reader->error, "%s: not a trace of raddle: %s%s%s", reader->file, text_string(&path),
                path.length ? " " : "", problem);
    text_free(&path);
}

typedef enum Presence { REQUIRED, OPTIONAL } Presence;

// The member, or NULL if it is missing; null counts as missing.
static json_t *member(Reader *reader, json_t *object, const char *key, Presence presence)
{
    json_t *value = json_object_get(object, key);
    if (json_is_null(value))
        value = NULL;
    if (!value && presence == REQUIRED)
        fail(reader, key, "is missing");
    return value;
}

static uint64_t read_unsigned(Reader *reader, json_t *object, const char *key, Presence presence, uint64_t limit,
                              uint64_t missing)
{
    json_t *value = member(reader, object, key, presence);
    uint64_t number = 0;
    if (!value)
        return missing;
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        number = (uint64_t)json_integer_value(value);
    } else if (json_is_string(value) && !strncmp(json_string_value(value), "0x", 2)) {
        char *end;
        errno = 0;
        number = strtoull(json_string_value(value), &end, 16);
        if (errno || *end || end == json_string_value(value) + 2)
            fail(reader, key, "is not a number");
    } else {
        fail(reader, key, "is not a number that is 0 or more");
    }
    if (number > limit)
        fail(reader, key, "is too large");
    return reader->failed ? missing : number;
}

static uint32_t read_thread(Reader *reader, json_t *object, const char *key, Presence presence)
{
    return (uint32_t)read_unsigned(reader, object, key, presence, THREAD_LIMIT - 1, UINT32_MAX);
}

static bool read_boolean(Reader *reader, json_t *object, const char *key)
{
    json_t *value = member(reader, object, key, OPTIONAL);
    if (value && !json_is_boolean(value))
        fail(reader, key, "is not true or false");
    return json_is_true(value);
}

static const char *read_string(Reader *reader, json_t *object, const char *key, Presence presence)
{
    json_t *value = member(reader, object, key, presence);
    if (!value)
        return "";
    if (!json_is_string(value)) {
        fail(reader, key, "is not a string");
        return "";
    }
    const char *text = json_string_value(value);
    return *text ? arena_copy_string(&reader->trace->arena, text) : "";
}

// Takes the text of the event before again where it is the same.
static const char *read_repeated(Reader *reader, json_t *object, const char *key, const char *recent)
{
    json_t *value = json_object_get(object, key);
    if (recent && json_is_string(value) && !strcmp(recent, json_string_value(value)))
        return recent;
    return read_string(reader, object, key, OPTIONAL);
}

// The index of `value`, found under `key`, in a list of words; `count` if it is none of them.
static uint32_t find_word(Reader *reader, const char *key, const json_t *value, const char *const *words,
                          uint32_t count)
{
    if (!json_is_string(value)) {
        fail(reader, key, "is not a string");
        return count;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!strcmp(words[i], json_string_value(value)))
            return i;
    Text problem = {0};
    text_format(&problem, "has the unknown value '%s'", json_string_value(value));
    fail(reader, key, text_string(&problem));
    text_free(&problem);
    return count;
}

static uint32_t read_word(Reader *reader, json_t *object, const char *key, const char *const *words, uint32_t count)
{
    json_t *value = member(reader, object, key, REQUIRED);
    return value ? find_word(reader, key, value, words, count) : count;
}

static TracePosition read_position(Reader *reader, json_t *object, const TracePosition *recent)
{
    TracePosition position = {.file = "", .function = ""};
    json_t *value = member(reader, object, "location", OPTIONAL);
    if (!value)
        return position;
    if (!json_is_object(value)) {
        fail(reader, "location", "is not an object");
        return position;
    }
    reader->child = "location";
    position.file = read_repeated(reader, value, "file", recent ? recent->file : NULL);
    position.line = (uint32_t)read_unsigned(reader, value, "line", REQUIRED, UINT32_MAX, 0);
    position.column = (uint32_t)read_unsigned(reader, value, "column", OPTIONAL, UINT32_MAX, 0);
    position.function = read_repeated(reader, value, "function", recent ? recent->function : NULL);
    reader->child = "";
    return position;
}

static json_t *read_list(Reader *reader, json_t *object, const char *key, Presence presence)
{
    json_t *value = member(reader, object, key, presence);
    if (value && !json_is_array(value))
        fail(reader, key, "is not a list");
    return json_is_array(value) ? value : NULL;
}

static json_t *read_object(Reader *reader, json_t *object, const char *key)
{
    json_t *value = member(reader, object, key, REQUIRED);
    if (value && !json_is_object(value))
        fail(reader, key, "is not an object");
    return json_is_object(value) ? value : NULL;
}

// Enters element `index` of the list `name`; false if it is not an object.
static bool enter_element(Reader *reader, const char *name, size_t index, const json_t *element)
{
    reader->parent = name;
    reader->index = index;
    if (!json_is_object(element))
        fail(reader, "", "is not an object");
    return !reader->failed;
}

static void leave(Reader *reader)
{
    reader->parent = "";
    reader->index = SIZE_MAX;
}

static void read_program(Reader *reader, json_t *object)
{
    static const char *const data_models[] = {"host", "ILP32", "LP64"};
    TraceProgram *program = &reader->trace->program;
    reader->parent = "program";
    json_t *list = read_list(reader, object, "files", REQUIRED);
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (!json_is_string(json_array_get(list, i)))
            fail(reader, "files", "holds something that is not a string");
        else
            vector_push(&program->files,
                        arena_copy_string(&reader->trace->arena, json_string_value(json_array_get(list, i))));
    }
    list = read_list(reader, object, "clang_arguments", OPTIONAL);
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (!json_is_string(json_array_get(list, i)))
            fail(reader, "clang_arguments", "holds something that is not a string");
        else
            vector_push(&program->clang_arguments,
                        arena_copy_string(&reader->trace->arena, json_string_value(json_array_get(list, i))));
    }
    uint32_t model = read_word(reader, object, "data_model", data_models, 3);
    program->data_model = data_models[model < 3 ? model : 0];
#define X(name) program->name = read_boolean(reader, object, #name);
    TRACE_PROGRAM_FLAG_TABLE(X)
#undef X
    program->unwind = read_unsigned(reader, object, "unwind", OPTIONAL, UINT64_MAX, UINT64_MAX);
    list = read_list(reader, object, "properties", REQUIRED);
    program->properties = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        uint32_t property = find_word(reader, "properties", json_array_get(list, i), property_names, PROPERTY_COUNT);
        if (property < PROPERTY_COUNT)
            program->properties |= PROPERTY_BIT(property);
    }
    leave(reader);
}

static void read_threads(Reader *reader, json_t *list)
{
    reader->trace->thread_names.count = 0;
    for (size_t i = 0; i < json_array_size(list) && !reader->failed; i++) {
        json_t *name = json_array_get(list, i);
        if (!json_is_string(name))
            fail(reader, "threads", "holds something that is not a string");
        else if (i >= THREAD_LIMIT)
            fail(reader, "threads", "is too long");
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
        if (!enter_element(reader, "inputs", i, object))
            break;
        TraceInput input = {
            .name = read_string(reader, object, "name", REQUIRED),
            .origin = (InputOrigin)read_word(reader, object, "origin", trace_origin_names, TRACE_ORIGIN_COUNT),
            .thread = read_thread(reader, object, "thread", REQUIRED),
            .bits = (uint32_t)read_unsigned(reader, object, "bits", REQUIRED, BITS_LIMIT, 0),
            .value = read_unsigned(reader, object, "value", REQUIRED, UINT64_MAX, 0),
            .position = read_position(reader, object, recent),
        };
        if (reader->failed)
            break;
        vector_push(&reader->trace->inputs, input);
        recent = &vector_last(&reader->trace->inputs).position;
    }
    leave(reader);
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
            fail(reader, "", "is not a pair of numbers");
        else if (thread < 0 || thread >= THREAD_LIMIT || alternative < 0 || alternative > UINT32_MAX)
            fail(reader, "", "is out of range");
        else
            vector_push(&reader->trace->schedule, (Choice){(uint32_t)thread, (uint32_t)alternative});
    }
    leave(reader);
}

static EventKind read_kind(Reader *reader, json_t *object)
{
    static const char *const kinds[EVENT_KIND_COUNT] = {
#define EVENT_NAME(id, name) name,
        EVENT_KIND_TABLE(EVENT_NAME)
#undef EVENT_NAME
    };
    return (EventKind)read_word(reader, object, "kind", kinds, EVENT_KIND_COUNT);
}

static void read_events(Reader *reader, json_t *list)
{
    Trace *trace = reader->trace;
    const TraceEvent none = {.object = "", .locks = "", .position = {.file = "", .function = ""}};
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *object = json_array_get(list, i);
        if (!enter_element(reader, "steps", i, object))
            break;
        const TraceEvent *recent = trace->events.count ? &vector_last(&trace->events) : &none;
        TraceEvent event = {
            .kind = read_kind(reader, object),
            .thread = read_thread(reader, object, "thread", REQUIRED),
            .index = (uint32_t)read_unsigned(reader, object, "index", REQUIRED, UINT32_MAX, 0),
            .step = (uint32_t)read_unsigned(reader, object, "step", OPTIONAL, UINT32_MAX, UINT32_MAX),
            .address = read_unsigned(reader, object, "address", OPTIONAL, UINT64_MAX, 0),
            .size = (uint32_t)read_unsigned(reader, object, "size", OPTIONAL, UINT32_MAX, 0),
            .other = read_thread(reader, object, "other", OPTIONAL),
            .value = read_unsigned(reader, object, "value", OPTIONAL, UINT64_MAX, 0),
            .previous = read_unsigned(reader, object, "previous", OPTIONAL, UINT64_MAX, 0),
            .atomic = read_boolean(reader, object, "atomic"),
            .object = read_repeated(reader, object, "object", recent->object),
            .value_text = read_string(reader, object, "value_text", OPTIONAL),
            .previous_text = read_string(reader, object, "previous_text", OPTIONAL),
            .locks = read_repeated(reader, object, "locks", recent->locks),
            .position = read_position(reader, object, &recent->position),
        };
        if (event.step != UINT32_MAX && event.step >= trace->schedule.count)
            fail(reader, "step", "is behind the end of the schedule");
        if (reader->failed)
            break;
        trace_name_threads(trace, event.thread);
        vector_push(&trace->events, event);
    }
    leave(reader);
}

static void read_end(Reader *reader, json_t *object)
{
    Trace *trace = reader->trace;
    reader->parent = "end";
    trace->end = (TraceEnd)read_word(reader, object, "kind", trace_end_names, TRACE_END_COUNT);
    trace->message = read_string(reader, object, "message", OPTIONAL);
    if (trace->end == TRACE_EXITED) {
        json_t *status = member(reader, object, "exit_status", REQUIRED);
        json_int_t number = json_integer_value(status);
        if (status && !json_is_integer(status))
            fail(reader, "exit_status", "is not a number");
        else if (number < INT32_MIN || number > INT32_MAX)
            fail(reader, "exit_status", "is out of range");
        trace->exit_status = (int)number;
    } else if (trace->end == TRACE_VIOLATION) {
        trace->property = (Property)read_word(reader, object, "property", property_names, PROPERTY_COUNT);
        trace->thread = read_thread(reader, object, "thread", REQUIRED);
        trace->where = read_position(reader, object, NULL);
        if (!reader->failed)
            trace_name_threads(trace, trace->thread);
    }
    leave(reader);
}

static void read_version(Reader *reader, json_t *object, Presence presence)
{
    json_t *version = member(reader, object, "raddle_trace", presence);
    if (!version || (json_is_integer(version) && json_integer_value(version) == TRACE_FORMAT_VERSION))
        return;
    Text problem = {0};
    if (json_is_integer(version))
        text_format(&problem, "is version %" JSON_INTEGER_FORMAT ", this program reads version %d",
                    json_integer_value(version), TRACE_FORMAT_VERSION);
    else
        text_append(&problem, "is not a number");
    fail(reader, "raddle_trace", text_string(&problem));
    text_free(&problem);
}

static void read_trace(Reader *reader, json_t *root)
{
    json_t *object = root;
    if (!json_is_object(root)) {
        fail(reader, "", "it is not an object");
        return;
    }
    if (!json_object_get(root, "raddle_trace") && json_object_get(root, "verdict")) {
        object = json_object_get(root, "counterexample");
        if (!json_is_object(object)) {
            fail(reader, "", "the result has no counterexample");
            return;
        }
        read_version(reader, object, OPTIONAL);
    } else {
        read_version(reader, root, REQUIRED);
    }
    json_t *program = reader->failed ? NULL : read_object(reader, object, "program");
    json_t *threads = reader->failed ? NULL : read_list(reader, object, "threads", OPTIONAL);
    json_t *inputs = reader->failed ? NULL : read_list(reader, object, "inputs", REQUIRED);
    json_t *schedule = reader->failed ? NULL : read_list(reader, object, "schedule", REQUIRED);
    json_t *steps = reader->failed ? NULL : read_list(reader, object, "steps", REQUIRED);
    json_t *end = reader->failed ? NULL : read_object(reader, object, "end");
    if (reader->failed)
        return;
    read_program(reader, program);
    read_threads(reader, threads);
    read_inputs(reader, inputs);
    read_schedule(reader, schedule);
    read_events(reader, steps);
    read_end(reader, end);
    trace_name_threads(reader->trace, 0);
}

Trace *trace_load(const char *path, Text *error)
{
    FILE *stream = fopen(path, "r");
    if (!stream) {
        text_format(error, "%s: %s", path, strerror(errno));
        return NULL;
    }
    json_error_t problem;
    errno = 0;
    json_t *root = json_loadf(stream, JSON_REJECT_DUPLICATES, &problem);
    int read_error = ferror(stream) ? errno : 0;
    fclose(stream);
    if (!root) {
        if (read_error)
            text_format(error, "%s: %s", path, strerror(read_error));
        else
            text_format(error, "%s: not a trace of raddle: line %d, column %d: %s", path, problem.line, problem.column,
                        problem.text);
        return NULL;
    }
    Reader reader = {
        .file = path, .error = error, .trace = trace_create(), .parent = "", .index = SIZE_MAX, .child = ""};
    read_trace(&reader, root);
    json_decref(root);
    if (!reader.failed)
        return reader.trace;
    trace_free(reader.trace);
    return NULL;
}
