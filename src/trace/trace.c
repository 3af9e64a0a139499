// Traces as data: their life, their events in words, and what tells two of them apart.
#include "trace/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "trace/format.h"

Trace *trace_create(void)
{
    Trace *trace = memory_allocate_zeroed(sizeof *trace);
    trace->program.data_model = "host";
    trace->program.bounds = WITHOUT_BOUNDS;
    trace->program.properties = PROPERTY_MASK_DEFAULT;
    trace->end = TRACE_UNKNOWN;
    trace->message = "";
    trace->where = (TracePosition){.file = "", .function = ""};
    trace_name_threads(trace, 0);
    return trace;
}

void trace_free(Trace *trace)
{
    if (!trace)
        return;
#define X(name, need) vector_free(&trace->program.name);
    TRACE_PROGRAM_LIST_TABLE(X)
#undef X
    vector_free(&trace->schedule);
    vector_free(&trace->inputs);
    vector_free(&trace->events);
    vector_free(&trace->frames);
    vector_free(&trace->thread_names);
    terms_free(trace->terms);
    arena_release(&trace->arena);
    free(trace);
}

void trace_set_program(Trace *trace, const TraceProgram *origin)
{
    trace->program = *origin;
#define X(name, need)                                            \
    memset(&trace->program.name, 0, sizeof trace->program.name); \
    for (uint32_t i = 0; i < origin->name.count; i++)            \
        vector_push(&trace->program.name, arena_copy_string(&trace->arena, origin->name.data[i]));
    TRACE_PROGRAM_LIST_TABLE(X)
#undef X
    trace->program.data_model = arena_copy_string(&trace->arena, origin->data_model);
    if (origin->assumptions)
        trace->program.assumptions = arena_copy_string(&trace->arena, origin->assumptions);
    if (origin->standard_input)
        trace->program.standard_input = arena_copy_string(&trace->arena, origin->standard_input);
#define X(name) \
    trace->program.calls.name = origin->calls.name ? arena_copy_string(&trace->arena, origin->calls.name) : NULL;
    CALL_PLAN_NAME_TABLE(X)
#undef X
}

const char *trace_file_name(const TraceProgram *program, uint32_t file)
{
    if (file >= program->files.count)
        return "";
    bool given = program->standard_input && !strcmp(program->files.data[file], "-");
    return given ? STANDARD_INPUT_NAME : program->files.data[file];
}

void trace_name_threads(Trace *trace, uint32_t thread)
{
    while (trace->thread_names.count <= thread) {
        uint32_t next = trace->thread_names.count;
        vector_push(&trace->thread_names, next ? arena_format(&trace->arena, "thread %u", next) : "main");
    }
}

bool trace_events_overlap(const TraceEvent *a, const TraceEvent *b)
{
    return a->address < b->address + b->size && b->address < a->address + a->size;
}

bool trace_read_misses(const Trace *trace, uint32_t read)
{
    const TraceEvent *event = &trace->events.data[read];
    for (uint32_t i = read; event->weak && i-- > 0;) {
        const TraceEvent *before = &trace->events.data[i];
        if (event_kind_writes(before->kind) && trace_events_overlap(before, event))
            return before->written != event->taken;
    }
    return false;
}

void trace_input_plan(const Trace *trace, InputPlan *plan)
{
    *plan = (InputPlan){.exact = true};
    for (uint32_t i = 0; i < trace->inputs.count; i++)
        vector_push(&plan->ordered, trace->inputs.data[i].value);
}

// Of the widths that integers of C have, and of a character that may be the end of the input instead.
static bool has_sign(uint32_t bits)
{
    return bits == 8 || bits == 9 || bits == 16 || bits == 32 || bits == 64;
}

void trace_format_input(uint64_t value, uint32_t bits, Text *out)
{
    if (has_sign(bits) && bits < 64) {
        uint64_t sign = UINT64_C(1) << (bits - 1);
        value = ((value & (sign * 2 - 1)) ^ sign) - sign;
    }
    text_format(out, "%" PRId64, (int64_t)value);
}

void trace_append_verdict(const Trace *trace, Text *out)
{
    const char *file = trace->where.file;
    if (!*file && trace->program.files.count)
        file = trace->program.files.data[0];
    text_format(out, "FALSE(%s) %s:%u", property_name(trace->property), file, trace->where.line);
}

void trace_position_describe(const TracePosition *position, Text *out)
{
    if (*position->file || position->line)
        text_format(out, "%s:%u", position->file, position->line);
    else
        text_append(out, "an unknown line");
}

static void describe_access(const char *verb, const char *arrow, const TraceEvent *event, Text *out)
{
    text_format(out, "%s %s", verb, event->object);
    if (*event->value_text)
        text_format(out, " %s %s", arrow, event->value_text);
    if (event->kind != EVENT_read && *event->previous_text)
        text_format(out, " (was %s)", event->previous_text);
    if (event->weak)
        text_format(out, " (%s)", order_name(event->order));
    else if (event->atomic && event->kind != EVENT_update)
        text_append(out, " (atomic)");
}

static void describe_thread(const char *verb, const TraceEvent *event, Text *out)
{
    text_append(out, verb);
    if (event->other == NO_THREAD)
        return;
    text_append_character(out, ' ');
    machine_append_thread(event->other, out);
}

// What a thread waits for, or is about to do, at the end of the run.
static void describe_standing(const TraceEvent *event, Text *out)
{
    switch ((EventKind)event->pending) {
    case EVENT_read:
    case EVENT_write:
    case EVENT_update:
        text_format(out, "about to %s %s", event_kind_name((EventKind)event->pending), event->object);
        return;
    case EVENT_join:
        text_append(out, "waits for ");
        machine_append_thread(event->other, out);
        text_append(out, " to end");
        return;
    case EVENT_wake:
        text_format(out, "waits for a signal of %s", event->object);
        return;
    case EVENT_barrier_leave:
        text_format(out, "waits at %s", event->object);
        return;
    case EVENT_retry:
        if (*event->value_text)
            text_format(out, "waits in %s", event->value_text);
        else
            text_format(out, "waits in a loop for a change of %s", event->object);
        return;
    default:
        text_append(out, "waits");
        if (*event->object)
            text_format(out, " for %s", event->object);
        return;
    }
}

void trace_event_describe(const TraceEvent *event, Text *out)
{
    switch (event->kind) {
    case EVENT_read:
        describe_access("read ", "->", event, out);
        if (event->conditional && event->spurious)
            text_append(out, ", as expected: the weak exchange fails without reason");
        return;
    case EVENT_write:
        describe_access("write", "=", event, out);
        return;
    case EVENT_update:
        describe_access("update", "=", event, out);
        return;
    case EVENT_input:
        describe_access("input", "=", event, out);
        return;
    case EVENT_create:
        describe_thread("create", event, out);
        return;
    case EVENT_join:
        describe_thread("join", event, out);
        return;
    case EVENT_detach:
        describe_thread("detach", event, out);
        return;
    case EVENT_interrupt:
        describe_thread("a signal waits for", event, out);
        return;
    case EVENT_handler:
        text_format(out, "is interrupted: handler %s for %s", event->object, event->value_text);
        return;
    case EVENT_exit:
        text_append(out, "end of thread");
        return;
    case EVENT_lock_failed:
        text_format(out, "lock %s fails", event->object);
        return;
    case EVENT_use:
        text_format(out, "use %s", event->object);
        return;
    case EVENT_wait:
        text_format(out, "wait %s", event->object);
        if (*event->value_text)
            text_format(out, " (releases %s)", event->value_text);
        return;
    case EVENT_wake:
        text_format(out, "wake up from %s", event->object);
        if (event->unsignalled)
            text_append(out, " without a signal (spurious wake-up)");
        return;
    case EVENT_signal:
        text_format(out, "signal %s", event->object);
        if (event->other != NO_THREAD) {
            text_append(out, " (wakes ");
            machine_append_thread(event->other, out);
            text_append_character(out, ')');
        }
        return;
    case EVENT_process_exit:
        text_append(out, "exit of the process");
        if (*event->value_text)
            text_format(out, ", status %s", event->value_text);
        return;
    case EVENT_blocked:
        describe_standing(event, out);
        return;
    case EVENT_check:
        text_format(out, "check of %s", property_name(event->property));
        return;
    default:
        text_append(out, event_kind_name(event->kind));
        if (*event->object)
            text_format(out, " %s", event->object);
        if (*event->value_text)
            text_format(out, " = %s", event->value_text);
        return;
    }
}

// Texts of a value; older recordings do not quote strings.
static bool differs(const char *a, const char *b)
{
    return strcmp(a, b) && (*a == '"') == (*b == '"');
}

// The name of the first part in which two events differ, or NULL. Files are compared by line and column only: the same
// program may be given by another path.
static const char *event_difference(const TraceEvent *a, const TraceEvent *b)
{
    if (a->thread != b->thread)
        return "thread";
    if (a->kind != b->kind)
        return "kind";
    if (a->kind != EVENT_start && strcmp(a->object, b->object)) // older recordings do not name the start function
        return "object";
    if (a->address != b->address)
        return "address";
    if (a->size != b->size && a->kind != EVENT_join) // older recordings do not have it for a join
        return "size";
    bool typed = a->kind == EVENT_allocate; // older recordings do not say of what
    if (a->value != b->value || (!typed && differs(a->value_text, b->value_text)))
        return "value";
    bool caused = a->kind == EVENT_violation; // why is not recorded
    if ((!caused && a->previous != b->previous) || differs(a->previous_text, b->previous_text))
        return "previous value";
    if (a->other != b->other)
        return "other thread";
    if (a->atomic != b->atomic)
        return "atomicity";
    if (strcmp(a->locks, b->locks))
        return "locks held";
    if (a->position.line != b->position.line || a->position.column != b->position.column)
        return "position";
    if (a->index != b->index)
        return "index in the thread";
    if (a->step != b->step)
        return "step";
    return NULL;
}

// A compare-exchange that fails is an update in a symbolic run, where it might have succeeded, and a read in a concrete
// one.
static TraceEvent as_concrete(const TraceEvent *event, const TraceEvent *other)
{
    TraceEvent result = *event;
    if (event->kind == EVENT_update && other->kind == EVENT_read && event->value == event->previous) {
        result.kind = EVENT_read;
        result.value_text = event->previous_text; // what it read; nothing was written
        result.previous = 0;
        result.previous_text = "";
    }
    return result;
}

static const char *concrete_difference(const TraceEvent *a, const TraceEvent *b)
{
    TraceEvent left = as_concrete(a, b), right = as_concrete(b, a);
    return event_difference(&left, &right);
}

static void describe_in_thread(const TraceEvent *event, Text *out)
{
    machine_append_thread(event->thread, out);
    text_append(out, ": ");
    trace_event_describe(event, out);
    text_append(out, " at ");
    trace_position_describe(&event->position, out);
}

static void report_event_difference(uint32_t index, const TraceEvent *expected, const TraceEvent *actual,
                                    const char *part, Text *out)
{
    Text wanted = {0}, got = {0};
    if (expected)
        describe_in_thread(expected, &wanted);
    else
        text_append(&wanted, "the end of the run");
    if (actual)
        describe_in_thread(actual, &got);
    else
        text_append(&got, "the end of the run");
    text_format(out, "event %u: expected %s, got %s", index, text_string(&wanted), text_string(&got));
    if (!strcmp(text_string(&wanted), text_string(&got)))
        text_format(out, " (with a different %s)", part);
    text_free(&wanted);
    text_free(&got);
}

static void describe_end(const Trace *trace, Text *out)
{
    switch (trace->end) {
    case TRACE_EXITED:
        text_format(out, "exit status %d", trace->exit_status);
        return;
    case TRACE_VIOLATION:
        text_format(out, "a violation of %s by ", property_name(trace->property));
        machine_append_thread(trace->thread, out);
        text_append(out, " at ");
        trace_position_describe(&trace->where, out);
        text_format(out, ": %s", trace->message);
        return;
    case TRACE_DISCARDED:
        text_append(out, "an assumption that does not hold");
        return;
    case TRACE_UNKNOWN:
        text_format(out, "unknown: %s", trace->message);
        return;
    }
}

static bool same_end(const Trace *a, const Trace *b)
{
    if (a->end != b->end)
        return false;
    switch (a->end) {
    case TRACE_EXITED:
        return a->exit_status == b->exit_status;
    case TRACE_VIOLATION:
        return a->property == b->property && a->thread == b->thread && a->where.line == b->where.line &&
               a->where.column == b->where.column &&
               // older recordings name the threads of a deadlock otherwise
               (a->property == PROPERTY_DEADLOCK || !strcmp(a->message, b->message));
    case TRACE_DISCARDED:
        return true;
    case TRACE_UNKNOWN:
        return !strcmp(a->message, b->message);
    }
    return false;
}

// The next event from `index` on that a concrete run has too, or NULL after the last one.
static const TraceEvent *next_event(const Trace *trace, uint32_t *index)
{
    while (*index < trace->events.count && !event_kind_counts(trace->events.data[*index].kind))
        ++*index;
    return *index < trace->events.count ? &trace->events.data[*index] : NULL;
}

bool trace_difference(const Trace *expected, const Trace *actual, Text *out)
{
    for (uint32_t i = 0, j = 0;; i++, j++) {
        const TraceEvent *wanted = next_event(expected, &i), *got = next_event(actual, &j);
        if (!wanted && !got)
            break;
        const char *part = wanted && got ? concrete_difference(wanted, got) : "";
        if (part) {
            report_event_difference(i, wanted, got, part, out);
            return true;
        }
    }
    if (same_end(expected, actual))
        return false;
    text_append(out, "end of the run: expected ");
    describe_end(expected, out);
    text_append(out, ", got ");
    describe_end(actual, out);
    return true;
}
