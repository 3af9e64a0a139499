// The result as a SARIF 2.1.0 log with one run. The rules are the rows of the table of properties; each counterexample
// is a result whose code flow has one thread flow per thread. `executionOrder` numbers the locations of all thread
// flows together, so that the interleaving can be put together again. Long lists are written line by line: a long
// trace never exists as a tree.
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/memory.h"
#include "base/file.h"
#include "base/sha256.h"
#include "report/calls.h"
#include "report/explain.h"
#include "report/finding.h"
#include "report/readable.h"
#include "report/report.h"
#include "report/shown.h"
#include "report/stacks.h"
#include "report/uri.h"
#include "base/json.h"

#define SOURCE_ROOT "%SRCROOT%" // by convention where the sources are; here the working directory

// A file of the log. The program and the positions in it may spell its name differently.
typedef struct Artifact {
    char *path;
    bool target; // of the analysis
} Artifact;

typedef struct SarifLog {
    const Verdict *verdict;
    Text *out;
    Surroundings surroundings;
    VECTOR(Artifact) artifacts;
} SarifLog;

// What SARIF calls the things that happen at a location, beside our own names of them.
static const char *const kind_words[EVENT_KIND_COUNT][2] = {
    [EVENT_read] = {"value"},
    [EVENT_write] = {"value"},
    [EVENT_update] = {"value"},
    [EVENT_input] = {"value"},
    [EVENT_create] = {"call", "function"},
    [EVENT_start] = {"enter", "function"},
    [EVENT_exit] = {"exit", "function"},
    [EVENT_lock] = {"acquire", "lock"},
    [EVENT_read_lock] = {"acquire", "lock"},
    [EVENT_write_lock] = {"acquire", "lock"},
    [EVENT_unlock] = {"release", "lock"},
    [EVENT_rwlock_unlock] = {"release", "lock"},
    [EVENT_wait] = {"release", "lock"},
    [EVENT_wake] = {"acquire", "lock"},
    [EVENT_semaphore_wait] = {"acquire", "resource"},
    [EVENT_semaphore_post] = {"release", "resource"},
    [EVENT_atomic_begin] = {"enter", "scope"},
    [EVENT_atomic_end] = {"exit", "scope"},
    [EVENT_allocate] = {"acquire", "memory"},
    [EVENT_free] = {"release", "memory"},
    [EVENT_violation] = {"danger"},
};

// In messages braces stand for arguments unless they are doubled.
static json_t *message(const char *text)
{
    Text escaped = {0};
    for (; *text; text++) {
        text_append_character(&escaped, *text);
        if (*text == '{' || *text == '}')
            text_append_character(&escaped, *text);
    }
    json_t *object = json_object();
    json_object_set_new(object, "text", json_text_string(text_string(&escaped)));
    text_free(&escaped);
    return object;
}

static uint32_t artifact_index(SarifLog *log, const char *path)
{
    for (uint32_t i = 0; i < log->artifacts.count; i++)
        if (!strcmp(log->artifacts.data[i].path, path))
            return i;
    for (uint32_t i = 0; i < log->artifacts.count; i++)
        if (uri_same_path(log->surroundings.directory, log->artifacts.data[i].path, path))
            return i;
    vector_push(&log->artifacts, (Artifact){.path = memory_copy_string(path)});
    return log->artifacts.count - 1;
}

static json_t *artifact_location(SarifLog *log, const char *file)
{
    json_t *object = json_object();
    Text uri = {0};
    bool relative = uri_append_path(log->surroundings.directory, file, &uri);
    json_object_set_new(object, "uri", json_text_string(text_string(&uri)));
    if (relative)
        json_object_set_new(object, "uriBaseId", json_string(SOURCE_ROOT));
    json_object_set_new(object, "index", json_integer(artifact_index(log, file)));
    text_free(&uri);
    return object;
}

static json_t *region(SarifLog *log, const TracePosition *position, bool quoted)
{
    json_t *object = json_object();
    json_object_set_new(object, "startLine", json_integer(position->line));
    if (position->column)
        json_object_set_new(object, "startColumn", json_integer(position->column));
    Text line = {0};
    if (quoted && source_append_line(&log->surroundings.sources, position->file, position->line, &line)) {
        json_t *snippet = json_object();
        json_object_set_new(snippet, "text", json_text_string(text_string(&line)));
        json_object_set_new(object, "snippet", snippet);
    }
    text_free(&line);
    return object;
}

// A place whose file is not known has nothing but its message.
static json_t *location(SarifLog *log, const TracePosition *position, bool quoted)
{
    json_t *object = json_object();
    if (*position->file) {
        json_t *physical = json_object();
        json_object_set_new(physical, "artifactLocation", artifact_location(log, position->file));
        if (position->line)
            json_object_set_new(physical, "region", region(log, position, quoted));
        json_object_set_new(object, "physicalLocation", physical);
    }
    return object;
}

static json_t *event_kinds(const TraceEvent *event)
{
    json_t *list = json_array();
    const char *name = event_kind_name(event->kind);
    bool listed = false;
    for (int i = 0; i < 2 && kind_words[event->kind][i]; i++) {
        json_array_append_new(list, json_string(kind_words[event->kind][i]));
        listed |= !strcmp(kind_words[event->kind][i], name);
    }
    if (!listed)
        json_array_append_new(list, json_string(name));
    return list;
}

// The value of the variable that the event is about, and the locks held.
static json_t *event_state(const TraceEvent *event)
{
    json_t *state = json_object();
    bool valued = event_kind_accesses(event->kind) || event->kind == EVENT_input;
    json_t *name = valued && *event->object && *event->value_text ? json_text_string(event->object) : NULL;
    if (name)
        json_object_set_new(state, json_string_value(name), message(event->value_text));
    json_decref(name);
    if (*event->locks)
        json_object_set_new(state, "locks held", message(event->locks));
    return state;
}

// `inside`: of a call of the library that another location stands for.
static json_t *flow_location(SarifLog *log, const TraceEvent *event, const Trace *trace, uint32_t order, bool inside)
{
    json_t *object = json_object();
    json_t *place = location(log, &event->position, false);
    Text text = {0};
    if (event->kind == EVENT_violation)
        text_append(&text, trace->message);
    else
        shown_append_event(event, &text);
    json_object_set_new(place, "message", message(text_string(&text)));
    text_free(&text);
    json_object_set_new(object, "location", place);
    json_object_set_new(object, "kinds", event_kinds(event));
    json_t *state = event_state(event);
    if (json_object_size(state))
        json_object_set(object, "state", state);
    json_decref(state);
    json_object_set_new(object, "executionOrder", json_integer(order));
    if (event->kind == EVENT_violation)
        json_object_set_new(object, "importance", json_string("essential"));
    if (inside) {
        json_object_set_new(object, "importance", json_string("unimportant"));
        json_object_set_new(object, "nestingLevel", json_integer(1));
    }
    return object;
}

static void append_thread_flow(SarifLog *log, const Trace *trace, uint32_t thread, const bool *outside)
{
    text_append(log->out, "{\"id\": ");
    json_text_append(log->out, json_text_string(trace->thread_names.data[thread]));
    text_append(log->out, ", \"locations\": [");
    uint32_t order = 0;
    bool first = true;
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = &trace->events.data[i];
        if (!event_kind_counts(event->kind))
            continue;
        order++;
        if (event->thread != thread)
            continue;
        text_append(log->out, first ? "\n" : ",\n");
        json_text_append(log->out, flow_location(log, event, trace, order, !outside[i]));
        first = false;
    }
    text_append(log->out, "]}");
}

// By event: whether it is not one of several of a call of the library that another one stands for.
static void find_outside(const Trace *trace, Relevance *outside)
{
    EventList listed = {0};
    Relevance told = {0};
    vector_resize(&told, trace->events.count);
    vector_resize(outside, trace->events.count);
    explain_mark(trace, told.data);
    for (uint32_t i = 0; i < trace->events.count; i++) {
        outside->data[i] = true;
        if (event_kind_counts(trace->events.data[i].kind))
            vector_push(&listed, &trace->events.data[i]);
    }
    calls_gather(trace, &listed, told.data, outside->data);
    vector_free(&listed);
    vector_free(&told);
}

static bool has_events(const Trace *trace, uint32_t thread)
{
    for (uint32_t i = 0; i < trace->events.count; i++)
        if (trace->events.data[i].thread == thread && event_kind_counts(trace->events.data[i].kind))
            return true;
    return false;
}

// Every thread that did something; a run without events has no code flow.
static void append_code_flows(SarifLog *log, const Trace *trace)
{
    bool any = false;
    Relevance outside = {0};
    find_outside(trace, &outside);
    for (uint32_t thread = 0; thread < trace->thread_names.count; thread++) {
        if (!has_events(trace, thread))
            continue;
        text_append(log->out, any ? ",\n" : "\"codeFlows\": [{\"threadFlows\": [\n");
        append_thread_flow(log, trace, thread, outside.data);
        any = true;
    }
    if (any)
        text_append(log->out, "]}],\n");
    vector_free(&outside);
}

static void append_member(Text *out, const char *key, json_t *value)
{
    text_format(out, "\"%s\": ", key);
    json_text_append(out, value);
    text_append(out, ",\n");
}

// "thread 2: worker: waits for m, created by main at pool.c:31"
static json_t *stack_message(const Trace *trace, const ShownStack *shown)
{
    const TraceEvent *creation = stacks_creation(trace, shown->thread);
    Text text = {0};
    shown_append_title(trace, shown->thread, &text);
    text_append(&text, ": ");
    stacks_describe(trace, shown, &text);
    if (creation) {
        text_format(&text, ", created by %s at ", trace->thread_names.data[creation->thread]);
        trace_position_describe(&creation->position, &text);
    }
    json_t *object = message(text_string(&text));
    text_free(&text);
    return object;
}

static json_t *stack_frames(SarifLog *log, const Trace *trace, const ShownStack *shown)
{
    json_t *list = json_array();
    for (uint32_t i = shown->stack; i != NO_STACK; i = trace->frames.data[i - 1].caller) {
        const TracePosition *position = &trace->frames.data[i - 1].position;
        json_t *frame = json_object(), *place = location(log, position, false);
        json_t *logical = json_object(), *names = json_array();
        json_object_set_new(logical, "name", json_text_string(position->function));
        json_object_set_new(logical, "kind", json_string("function"));
        json_array_append_new(names, logical);
        json_object_set_new(place, "logicalLocations", names);
        json_object_set_new(frame, "location", place);
        json_object_set_new(frame, "threadId", json_integer(shown->thread));
        json_array_append_new(list, frame);
    }
    return list;
}

static void append_stacks(SarifLog *log, const Trace *recorded)
{
    Readable readable;
    readable_create(&readable, recorded);
    const Trace *trace = &readable.trace;
    StackList stacks = {0};
    stacks_find(trace, &stacks);
    json_t *list = json_array();
    for (uint32_t i = 0; i < stacks.count; i++) {
        json_t *stack = json_object();
        json_object_set_new(stack, "message", stack_message(trace, &stacks.data[i]));
        json_object_set_new(stack, "frames", stack_frames(log, trace, &stacks.data[i]));
        json_array_append_new(list, stack);
    }
    if (stacks.count)
        append_member(log->out, "stacks", list);
    else
        json_decref(list);
    vector_free(&stacks);
    readable_free(&readable);
}

static json_t *fingerprints(SarifLog *log, const Trace *trace)
{
    Text digest = {0};
    finding_append_fingerprint(&log->surroundings, trace, &digest);
    json_t *object = json_object();
    json_object_set_new(object, "violatedLine/v1", json_string(text_string(&digest)));
    text_free(&digest);
    return object;
}

static json_t *result_message(const Trace *trace)
{
    Text text = {0};
    finding_append_message(trace, &text);
    json_t *object = message(text_string(&text));
    text_free(&text);
    return object;
}

static json_t *suppressions(const Suppressed *suppressed)
{
    json_t *list = json_array(), *object = json_object();
    bool in_source = suppressed->suppressor == SUPPRESSOR_COMMENT;
    json_object_set_new(object, "kind", json_string(in_source ? "inSource" : "external"));
    json_object_set_new(object, "justification", json_text_string(text_string(&suppressed->by)));
    json_array_append_new(list, object);
    return list;
}

// `suppressed` is NULL if the violation is to be shown.
static void append_result(SarifLog *log, const Trace *trace, const Suppressed *suppressed)
{
    json_t *places = json_array();
    TracePosition where = finding_place(trace);
    json_array_append_new(places, location(log, &where, true));
    text_append(log->out, "{");
    append_member(log->out, "ruleId", json_string(property_name(trace->property)));
    append_member(log->out, "ruleIndex", json_integer(trace->property));
    append_member(log->out, "kind", json_string("fail"));
    append_member(log->out, "level", json_string("error"));
    append_member(log->out, "message", result_message(trace));
    append_member(log->out, "locations", places);
    if (suppressed)
        append_member(log->out, "suppressions", suppressions(suppressed));
    append_stacks(log, trace);
    append_code_flows(log, trace);
    text_append(log->out, "\"partialFingerprints\": ");
    json_text_append(log->out, fingerprints(log, trace));
    text_append(log->out, "}");
}

static void append_results(SarifLog *log)
{
    text_append(log->out, "\"results\": [");
    const Verdict *verdict = log->verdict;
    for (uint32_t i = 0; verdict->answer == ANSWER_FALSE && i < verdict->counterexamples.count; i++) {
        text_append(log->out, i ? ",\n" : "\n");
        append_result(log, verdict->counterexamples.data[i], NULL);
    }
    for (uint32_t i = 0; i < verdict->suppressed.count; i++) {
        text_append(log->out, i || verdict->counterexamples.count ? ",\n" : "\n");
        append_result(log, verdict->suppressed.data[i].trace, &verdict->suppressed.data[i]);
    }
    text_append(log->out, "],\n");
}

static json_t *configuration(Property property, PropertyMask checked)
{
    json_t *object = json_object();
    json_object_set_new(object, "enabled", json_boolean(checked & PROPERTY_BIT(property)));
    json_object_set_new(object, "level", json_string("error"));
    return object;
}

// As code hosts read it: they show the weakness, and link to its page.
static void set_weakness(json_t *rule, Property property)
{
    json_t *tags = json_array(), *properties = json_object();
    unsigned weakness = property_weakness(property);
    json_array_append_new(tags, json_sprintf("external/cwe/cwe-%u", weakness));
    json_object_set_new(properties, "tags", tags);
    json_object_set_new(rule, "helpUri", json_sprintf("https://cwe.mitre.org/data/definitions/%u.html", weakness));
    json_object_set_new(rule, "properties", properties);
}

static json_t *tool(void)
{
    json_t *rules = json_array();
    for (Property property = 0; property < PROPERTY_COUNT; property++) {
        json_t *rule = json_object();
        json_object_set_new(rule, "id", json_string(property_name(property)));
        json_object_set_new(rule, "shortDescription", message(property_description(property)));
        json_object_set_new(rule, "fullDescription", message(property_description(property)));
        json_object_set_new(rule, "help", message(property_advice(property)));
        set_weakness(rule, property);
        json_object_set_new(rule, "defaultConfiguration", configuration(property, PROPERTY_MASK_DEFAULT));
        json_array_append_new(rules, rule);
    }
    json_t *driver = json_object(), *object = json_object();
    json_object_set_new(driver, "name", json_string("raddle"));
    json_object_set_new(driver, "version", json_string(RADDLE_VERSION));
    json_object_set_new(driver, "semanticVersion", json_string(RADDLE_VERSION));
    json_object_set_new(driver, "rules", rules);
    json_object_set_new(object, "driver", driver);
    return object;
}

static json_t *notification(const char *level, const char *text)
{
    json_t *object = json_object();
    json_object_set_new(object, "level", json_string(level));
    json_object_set_new(object, "message", message(text));
    return object;
}

// What the answer is, in words that need no other part of the log.
static json_t *notifications(const Verdict *verdict)
{
    json_t *list = json_array();
    Text line = {0};
    if (verdict->answer == ANSWER_UNKNOWN) {
        verdict_append_line(verdict, &line);
        json_array_append_new(list, notification("error", text_string(&line)));
    } else if (verdict->answer == ANSWER_TRUE && verdict->bounded) {
        text_format(&line, "this answer is bounded: it holds %s", text_string(&verdict->note));
        json_array_append_new(list, notification("warning", text_string(&line)));
    }
    for (uint32_t i = 0; i < verdict->remarks.count; i++) {
        text_clear(&line);
        remark_append(&verdict->remarks.data[i], &line);
        json_array_append_new(list, notification("warning", text_string(&line)));
    }
    text_free(&line);
    return list;
}

// What --property changed: the rules whose `enabled` is not the default.
static json_t *overrides(PropertyMask checked)
{
    json_t *list = json_array();
    for (Property property = 0; property < PROPERTY_COUNT; property++) {
        if (!((checked ^ PROPERTY_MASK_DEFAULT) & PROPERTY_BIT(property)))
            continue;
        json_t *override = json_object(), *rule = json_object();
        json_object_set_new(rule, "id", json_string(property_name(property)));
        json_object_set_new(rule, "index", json_integer(property));
        json_object_set_new(override, "descriptor", rule);
        json_object_set_new(override, "configuration", configuration(property, checked));
        json_array_append_new(list, override);
    }
    return list;
}

static json_t *invocations(const Verdict *verdict)
{
    json_t *list = json_array(), *invocation = json_object();
    json_object_set_new(invocation, "executionSuccessful", json_boolean(verdict->answer != ANSWER_UNKNOWN));
    json_object_set_new(invocation, "exitCode", json_integer(verdict_exit_status(verdict->answer)));
    if (verdict->program)
        json_object_set_new(invocation, "ruleConfigurationOverrides", overrides(verdict->program->properties));
    json_t *reported = notifications(verdict);
    if (json_array_size(reported))
        json_object_set(invocation, "toolExecutionNotifications", reported);
    json_decref(reported);
    json_array_append_new(list, invocation);
    return list;
}

static json_t *artifact(SarifLog *log, const Artifact *described)
{
    json_t *object = json_object(), *roles = json_array();
    json_object_set_new(object, "location", artifact_location(log, described->path));
    json_array_append_new(roles, json_string(described->target ? "analysisTarget" : "tracedFile"));
    json_object_set_new(object, "roles", roles);
    Text content = {0}, digest = {0}, ignored = {0};
    if (file_read_bytes(described->path, &content, &ignored)) {
        json_t *hashes = json_object();
        sha256_append(text_string(&content), content.length, &digest);
        json_object_set_new(hashes, "sha-256", json_string(text_string(&digest)));
        json_object_set_new(object, "hashes", hashes);
    }
    text_free(&content);
    text_free(&digest);
    text_free(&ignored);
    return object;
}

static void add_targets(SarifLog *log)
{
    const TraceProgram *program = log->verdict->program;
    for (uint32_t i = 0; program && i < program->files.count; i++) {
        uint32_t index = artifact_index(log, trace_file_name(program, i));
        log->artifacts.data[index].target = true;
    }
}

static json_t *artifacts(SarifLog *log)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < log->artifacts.count; i++)
        json_array_append_new(list, artifact(log, &log->artifacts.data[i]));
    return list;
}

static json_t *base_ids(const SarifLog *log)
{
    json_t *root = json_object(), *object = json_object();
    Text uri = {0};
    uri_append_directory(log->surroundings.directory, &uri);
    json_object_set_new(root, "uri", json_text_string(text_string(&uri)));
    json_object_set_new(object, SOURCE_ROOT, root);
    text_free(&uri);
    return object;
}

static json_t *run_properties(const Verdict *verdict)
{
    json_t *object = json_object();
    Text line = {0};
    verdict_append_line(verdict, &line);
    json_object_set_new(object, "verdict", json_text_string(text_string(&line)));
    json_object_set_new(object, "bounded", json_boolean(verdict->bounded));
    if (verdict->engine)
        json_object_set_new(object, "engine", json_text_string(verdict->engine));
    if (verdict->note.length)
        json_object_set_new(object, "note", json_text_string(text_string(&verdict->note)));
    text_clear(&line);
    if (verdict->program)
        call_plan_describe(&verdict->program->calls, &line);
    if (line.length)
        json_object_set_new(object, "calls", json_text_string(text_string(&line)));
    text_free(&line);
    return object;
}

void report_sarif(const Verdict *verdict, Text *out)
{
    SarifLog log = {.verdict = verdict, .out = out, .surroundings = surroundings_of(verdict->program)};
    add_targets(&log);
    text_append(
        out, "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n\"version\": \"2.1.0\",\n\"runs\": [{");
    append_member(out, "tool", tool());
    append_member(out, "invocations", invocations(verdict));
    append_member(out, "originalUriBaseIds", base_ids(&log));
    append_member(out, "columnKind", json_string("unicodeCodePoints"));
    append_results(&log);
    append_member(out, "artifacts", artifacts(&log));
    text_append(out, "\"properties\": ");
    json_text_append(out, run_properties(verdict));
    text_append(out, "}]}\n");
    for (uint32_t i = 0; i < log.artifacts.count; i++)
        free(log.artifacts.data[i].path);
    vector_free(&log.artifacts);
    surroundings_free(&log.surroundings);
}
