#include "report/baseline.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "report/report.h"
#include "report/uri.h"

enum { FORMAT_VERSION = 1 };

// From 1: which of the lines of the file with the same text the violated one is.
static uint32_t find_occurrence(Surroundings *surroundings, const TracePosition *where)
{
    Text violated = {0}, other = {0};
    uint32_t occurrence = 1;
    if (source_append_trimmed(&surroundings->sources, where->file, where->line, &violated)) {
        for (uint32_t line = 1; line < where->line; line++) {
            text_clear(&other);
            source_append_trimmed(&surroundings->sources, where->file, line, &other);
            occurrence += !strcmp(text_string(&violated), text_string(&other));
        }
    }
    text_free(&violated);
    text_free(&other);
    return occurrence;
}

// --- Reading

static bool read_entry(Baseline *baseline, const json_t *value)
{
    const char *fingerprint = json_string_value(json_object_get(value, "fingerprint"));
    const json_t *occurrence = json_object_get(value, "occurrence");
    if (!fingerprint || !json_is_integer(occurrence) || json_integer_value(occurrence) < 1)
        return false;
    BaselineEntry entry = {memory_copy_string(fingerprint), (uint32_t)json_integer_value(occurrence)};
    vector_push(&baseline->entries, entry);
    return true;
}

static bool read_entries(Baseline *baseline, const json_t *root, const char *path, Text *error)
{
    if (json_integer_value(json_object_get(root, "raddle_baseline")) != FORMAT_VERSION ||
        !json_is_array(json_object_get(root, "findings"))) {
        text_format(error, "%s: not a baseline of this version of raddle", path);
        return false;
    }
    size_t index;
    json_t *value;
    json_array_foreach(json_object_get(root, "findings"), index, value)
    {
        if (!read_entry(baseline, value)) {
            text_format(error, "%s: finding %zu lacks a fingerprint or an occurrence", path, index + 1);
            return false;
        }
    }
    return true;
}

bool baseline_read(Baseline *baseline, const char *path, Text *error)
{
    Text text = {0};
    json_error_t problem;
    bool right = false;
    if (file_read_text(path, &text, error)) {
        json_t *root = json_loads(text_string(&text), JSON_REJECT_DUPLICATES, &problem);
        if (root)
            right = read_entries(baseline, root, path, error);
        else
            text_format(error, "%s:%d: %s", path, problem.line, problem.text);
        json_decref(root);
    }
    text_free(&text);
    return right;
}

bool baseline_has(const Baseline *baseline, Surroundings *surroundings, const Trace *trace)
{
    if (!baseline->entries.count)
        return false;
    Text fingerprint = {0};
    TracePosition where = finding_place(trace);
    finding_append_fingerprint(surroundings, trace, &fingerprint);
    uint32_t occurrence = find_occurrence(surroundings, &where);
    bool found = false;
    for (uint32_t i = 0; i < baseline->entries.count && !found; i++)
        found = baseline->entries.data[i].occurrence == occurrence &&
                !strcmp(baseline->entries.data[i].fingerprint, text_string(&fingerprint));
    text_free(&fingerprint);
    return found;
}

void baseline_free(Baseline *baseline)
{
    for (uint32_t i = 0; i < baseline->entries.count; i++)
        free(baseline->entries.data[i].fingerprint);
    vector_free(&baseline->entries);
}

// --- Writing

// File, line and text are for people.
static json_t *describe(Surroundings *surroundings, const Trace *trace)
{
    TracePosition where = finding_place(trace);
    Text path = {0}, line = {0}, fingerprint = {0};
    uri_append_plain_path(surroundings->directory, where.file, &path);
    source_append_trimmed(&surroundings->sources, where.file, where.line, &line);
    finding_append_fingerprint(surroundings, trace, &fingerprint);
    json_t *object = json_object();
    json_object_set_new(object, "property", json_string(property_name(trace->property)));
    json_object_set_new(object, "file", json_text_string(text_string(&path)));
    json_object_set_new(object, "line", json_integer(where.line));
    json_object_set_new(object, "text", json_text_string(text_string(&line)));
    json_object_set_new(object, "fingerprint", json_string(text_string(&fingerprint)));
    json_object_set_new(object, "occurrence", json_integer(find_occurrence(surroundings, &where)));
    text_free(&path);
    text_free(&line);
    text_free(&fingerprint);
    return object;
}

static void append_finding(Surroundings *surroundings, const Trace *trace, bool *first, Text *out)
{
    text_append(out, *first ? "\n" : ",\n");
    json_text_append(out, describe(surroundings, trace));
    *first = false;
}

// What comments and rules suppress is left to them.
void report_baseline(const Verdict *verdict, Text *out)
{
    Surroundings surroundings = surroundings_of(verdict->program);
    bool first = true;
    text_format(out, "{\"raddle_baseline\": %d,\n\"findings\": [", FORMAT_VERSION);
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++)
        append_finding(&surroundings, verdict->counterexamples.data[i], &first, out);
    for (uint32_t i = 0; i < verdict->suppressed.count; i++)
        if (verdict->suppressed.data[i].suppressor == SUPPRESSOR_BASELINE)
            append_finding(&surroundings, verdict->suppressed.data[i].trace, &first, out);
    text_append(out, "]}\n");
    surroundings_free(&surroundings);
}
