// Findings as editors show them: what the language server protocol publishes, a list with one object per file, each with
// the diagnostics of that file. The steps of a counterexample are the related places of its diagnostic. Lines and columns
// count from 0, columns in units of UTF-16.
#include <string.h>

#include "base/json.h"
#include "report/finding.h"
#include "report/readable.h"
#include "report/relevant.h"
#include "report/report.h"
#include "report/shown.h"
#include "report/uri.h"

enum { SEVERITY_ERROR = 1, SEVERITY_INFORMATION = 3 };
enum { RELATED_LIMIT = 100 }; // an editor shows them below one another

typedef struct Diagnostics {
    Surroundings surroundings;
    json_t *files; // by URI
} Diagnostics;

// What is not UTF-8 counts byte by byte.
static uint32_t utf16_units(const char *text, size_t bytes)
{
    uint32_t units = 0;
    for (size_t i = 0; i < bytes && text[i]; i++) {
        unsigned char byte = (unsigned char)text[i];
        units += (byte & 0xC0) != 0x80; // the first byte of a character
        units += byte >= 0xF0;          // which takes two units
    }
    return units;
}

static json_t *place(uint32_t line, uint32_t character)
{
    json_t *object = json_object();
    json_object_set_new(object, "line", json_integer(line));
    json_object_set_new(object, "character", json_integer(character));
    return object;
}

// From the column to the end of the line.
static json_t *range(Diagnostics *diagnostics, const TracePosition *position)
{
    Text text = {0};
    uint32_t line = position->line ? position->line - 1 : 0;
    if (position->line)
        source_append_line(&diagnostics->surroundings.sources, position->file, position->line, &text);
    while (text.length && strchr(" \t\r", text.data[text.length - 1]))
        text.data[--text.length] = '\0';
    uint32_t start = utf16_units(text_string(&text), position->column ? position->column - 1 : 0);
    uint32_t end = utf16_units(text_string(&text), text.length);
    json_t *object = json_object();
    json_object_set_new(object, "start", place(line, start));
    json_object_set_new(object, "end", place(line, end > start ? end : start));
    text_free(&text);
    return object;
}

static void append_uri(const Diagnostics *diagnostics, const char *file, Text *out)
{
    Text path = {0};
    bool relative = uri_append_path(diagnostics->surroundings.directory, file, &path);
    if (relative)
        uri_append_directory(diagnostics->surroundings.directory, out);
    text_append(out, text_string(&path));
    text_free(&path);
}

static json_t *location(Diagnostics *diagnostics, const TracePosition *position)
{
    json_t *object = json_object();
    Text uri = {0};
    append_uri(diagnostics, position->file, &uri);
    json_object_set_new(object, "uri", json_text_string(text_string(&uri)));
    json_object_set_new(object, "range", range(diagnostics, position));
    text_free(&uri);
    return object;
}

// The diagnostic is the caller's to add to, as long as `diagnostics` is there.
static json_t *add(Diagnostics *diagnostics, const TracePosition *where, int severity, const char *code,
                   const char *message)
{
    Text uri = {0};
    append_uri(diagnostics, where->file, &uri);
    json_t *list = json_object_get(diagnostics->files, text_string(&uri));
    if (!list) {
        list = json_array();
        json_object_set_new(diagnostics->files, text_string(&uri), list);
    }
    json_t *object = json_object();
    json_object_set_new(object, "range", range(diagnostics, where));
    json_object_set_new(object, "severity", json_integer(severity));
    json_object_set_new(object, "code", json_string(code));
    json_object_set_new(object, "source", json_string("raddle"));
    json_object_set_new(object, "message", json_text_string(message));
    json_array_append_new(list, object);
    text_free(&uri);
    return object;
}

// "step 6, thread 1: read savings -> 100"
static json_t *related(Diagnostics *diagnostics, const Trace *trace, const TraceEvent *event, uint32_t step)
{
    Text text = {0};
    text_format(&text, "step %u, %s: ", step, trace->thread_names.data[event->thread]);
    if (event->kind == EVENT_violation)
        text_append(&text, shown_violation_words(trace->property));
    else
        shown_append_event(event, &text);
    json_t *object = json_object();
    json_object_set_new(object, "location", location(diagnostics, &event->position));
    json_object_set_new(object, "message", json_text_string(text_string(&text)));
    text_free(&text);
    return object;
}

// The steps that play a part, numbered as in all reports; of too many, the last ones.
static json_t *related_steps(Diagnostics *diagnostics, const Trace *recorded)
{
    Readable readable;
    readable_create(&readable, recorded);
    const Trace *trace = &readable.trace;
    Relevance relevant = {0};
    StepNumbers steps = {0};
    relevant_find(trace, &relevant);
    shown_number_steps(trace, &steps);
    json_t *list = json_array();
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = &trace->events.data[i];
        if (steps.data[i] && relevant.data[i] && *event->position.file)
            json_array_append_new(list, related(diagnostics, trace, event, steps.data[i]));
        if (json_array_size(list) > RELATED_LIMIT)
            json_array_remove(list, 0);
    }
    vector_free(&relevant);
    vector_free(&steps);
    readable_free(&readable);
    return list;
}

static void add_violation(Diagnostics *diagnostics, const Trace *trace)
{
    TracePosition where = finding_place(trace);
    Text message = {0};
    finding_append_message(trace, &message);
    if (trace->remedy)
        text_format(&message, "\n%s", trace->remedy);
    json_t *object = add(diagnostics, &where, SEVERITY_ERROR, property_name(trace->property), text_string(&message));
    json_object_set_new(object, "relatedInformation", related_steps(diagnostics, trace));
    text_free(&message);
}

// What has no place of its own is about the program.
static void add_note(Diagnostics *diagnostics, const Verdict *verdict, TracePosition where, const char *code,
                     const char *message)
{
    if (!*where.file && verdict->program)
        where = (TracePosition){.file = trace_file_name(verdict->program, 0)};
    if (*where.file)
        add(diagnostics, &where, SEVERITY_INFORMATION, code, message);
}

static void add_remarks(Diagnostics *diagnostics, const Verdict *verdict)
{
    for (uint32_t i = 0; i < verdict->remarks.count; i++) {
        const Remark *remark = &verdict->remarks.data[i];
        Text message = {0};
        remark_append(remark, &message);
        add_note(diagnostics, verdict, (TracePosition){.file = remark->file, .line = remark->line}, "note",
                 text_string(&message));
        text_free(&message);
    }
}

static void add_limits(Diagnostics *diagnostics, const Verdict *verdict)
{
    Text message = {0}, hint = {0};
    TracePosition nowhere = {.file = ""};
    if (verdict->answer == ANSWER_UNKNOWN) {
        verdict_append_line(verdict, &message);
        verdict_append_hint(verdict, &hint);
        if (hint.length)
            text_format(&message, "\ntry: %s", text_string(&hint));
        add_note(diagnostics, verdict, nowhere, "unknown", text_string(&message));
    } else if (verdict->answer == ANSWER_TRUE && verdict->bounded) {
        text_format(&message, "nothing is violated %s", text_string(&verdict->note));
        add_note(diagnostics, verdict, nowhere, "bounded", text_string(&message));
    }
    text_free(&message);
    text_free(&hint);
}

void report_diagnostics(const Verdict *verdict, Text *out)
{
    Diagnostics diagnostics = {.surroundings = surroundings_of(verdict->program), .files = json_object()};
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++)
        add_violation(&diagnostics, verdict->counterexamples.data[i]);
    add_remarks(&diagnostics, verdict);
    add_limits(&diagnostics, verdict);
    json_t *list = json_array(), *found;
    const char *uri;
    json_object_foreach(diagnostics.files, uri, found)
    {
        json_t *file = json_object();
        json_object_set_new(file, "uri", json_string(uri));
        json_object_set(file, "diagnostics", found);
        json_array_append_new(list, file);
    }
    json_text_append(out, list);
    text_append(out, "\n");
    json_decref(diagnostics.files);
    surroundings_free(&diagnostics.surroundings);
}
