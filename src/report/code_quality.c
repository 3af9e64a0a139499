// Findings as GitLab's code quality reports have them: a list of objects, one per violated line. An UNKNOWN is a finding
// of its own, of the lowest severity: a list without anything in it would look like a proof.
#include <string.h>

#include "base/json.h"
#include "base/sha256.h"
#include "report/finding.h"
#include "report/report.h"
#include "report/uri.h"

typedef struct Issues {
    Surroundings surroundings;
    json_t *list;
} Issues;

static void add_issue(Issues *issues, const char *check, const char *severity, const char *description,
                      const TracePosition *where, const char *fingerprint)
{
    Text path = {0};
    uri_append_plain_path(issues->surroundings.directory, where->file, &path);
    json_t *issue = json_object(), *location = json_object(), *lines = json_object();
    json_object_set_new(lines, "begin", json_integer(where->line ? where->line : 1));
    json_object_set_new(location, "path", json_text_string(text_string(&path)));
    json_object_set_new(location, "lines", lines);
    json_object_set_new(issue, "description", json_text_string(description));
    json_object_set_new(issue, "check_name", json_string(check));
    json_object_set_new(issue, "fingerprint", json_string(fingerprint));
    json_object_set_new(issue, "severity", json_string(severity));
    json_object_set_new(issue, "location", location);
    json_array_append_new(issues->list, issue);
    text_free(&path);
}

static bool is_taken(const Issues *issues, const Text *fingerprint)
{
    size_t index;
    json_t *issue;
    json_array_foreach(issues->list, index, issue) if (!strcmp(json_string_value(json_object_get(issue, "fingerprint")),
                                                               text_string(fingerprint))) return true;
    return false;
}

// Two lines with the same text are two findings: the second gets a digest of the first one's.
static void make_unique(const Issues *issues, Text *fingerprint)
{
    while (is_taken(issues, fingerprint)) {
        Text next = {0};
        sha256_append(text_string(fingerprint), fingerprint->length, &next);
        text_free(fingerprint);
        *fingerprint = next;
    }
}

static void add_violation(Issues *issues, const Trace *trace)
{
    TracePosition where = finding_place(trace);
    Text message = {0}, fingerprint = {0};
    text_format(&message, "%s: ", property_name(trace->property));
    finding_append_message(trace, &message);
    finding_append_fingerprint(&issues->surroundings, trace, &fingerprint);
    make_unique(issues, &fingerprint);
    add_issue(issues, property_name(trace->property), "critical", text_string(&message), &where,
              text_string(&fingerprint));
    text_free(&message);
    text_free(&fingerprint);
}

static void add_unknown(Issues *issues, const Verdict *verdict)
{
    const TraceProgram *program = verdict->program;
    TracePosition where = {.file = program && program->files.count ? trace_file_name(program, 0) : ""};
    Text line = {0}, identity = {0}, fingerprint = {0};
    verdict_append_line(verdict, &line);
    text_format(&identity, "unknown\n%s", where.file);
    sha256_append(text_string(&identity), identity.length, &fingerprint);
    add_issue(issues, "unknown", "info", text_string(&line), &where, text_string(&fingerprint));
    text_free(&line);
    text_free(&identity);
    text_free(&fingerprint);
}

void report_code_quality(const Verdict *verdict, Text *out)
{
    Issues issues = {.surroundings = surroundings_of(verdict->program), .list = json_array()};
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++)
        add_violation(&issues, verdict->counterexamples.data[i]);
    if (verdict->answer == ANSWER_UNKNOWN)
        add_unknown(&issues, verdict);
    text_append(out, "[");
    size_t index;
    json_t *issue;
    json_array_foreach(issues.list, index, issue)
    {
        text_append(out, index ? ",\n" : "");
        json_text_append(out, json_incref(issue));
    }
    text_append(out, "]\n");
    json_decref(issues.list);
    surroundings_free(&issues.surroundings);
}
