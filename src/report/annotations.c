// What the runner of GitHub Actions makes annotations of: lines ::error file=F,line=N,title=T::TEXT among what a step
// prints. A violation is an error, an UNKNOWN a warning; what a TRUE is to be read with is a notice.
#include <string.h>

#include "report/finding.h"
#include "report/report.h"
#include "report/uri.h"

// In values, a colon or a comma would end them.
static void append_escaped(Text *out, const char *string, bool value)
{
    for (; *string; string++) {
        bool special = strchr("%\r\n", *string) || (value && strchr(":,", *string));
        if (special)
            text_format(out, "%%%02X", (unsigned char)*string);
        else
            text_append_character(out, *string);
    }
}

// `where` may be NULL.
static void append_command(const Surroundings *surroundings, const char *level, const TracePosition *where,
                           const char *title, const char *message, Text *out)
{
    text_format(out, "::%s ", level);
    if (where && *where->file) {
        Text path = {0};
        uri_append_plain_path(surroundings->directory, where->file, &path);
        text_append(out, "file=");
        append_escaped(out, text_string(&path), true);
        if (where->line)
            text_format(out, ",line=%u", where->line);
        if (where->column)
            text_format(out, ",col=%u", where->column);
        text_append(out, ",");
        text_free(&path);
    }
    text_append(out, "title=");
    append_escaped(out, title, true);
    text_append(out, "::");
    append_escaped(out, message, false);
    text_append_character(out, '\n');
}

static void append_violations(const Surroundings *surroundings, const Verdict *verdict, Text *out)
{
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++) {
        const Trace *trace = verdict->counterexamples.data[i];
        TracePosition where = finding_place(trace);
        Text title = {0}, message = {0};
        text_format(&title, "raddle: %s", property_name(trace->property));
        finding_append_message(trace, &message);
        append_command(surroundings, "error", &where, text_string(&title), text_string(&message), out);
        text_free(&title);
        text_free(&message);
    }
}

static void append_remarks(const Surroundings *surroundings, const Verdict *verdict, Text *out)
{
    for (uint32_t i = 0; i < verdict->remarks.count; i++) {
        const Remark *remark = &verdict->remarks.data[i];
        TracePosition where = {.file = remark->file, .line = remark->line};
        Text message = {0};
        remark_append(remark, &message);
        append_command(surroundings, "notice", &where, "raddle: TRUE", text_string(&message), out);
        text_free(&message);
    }
}

static void append_suppressed(const Surroundings *surroundings, const Verdict *verdict, Text *out)
{
    for (uint32_t i = 0; i < verdict->suppressed.count; i++) {
        TracePosition where = finding_place(verdict->suppressed.data[i].trace);
        Text message = {0};
        suppressed_append(&verdict->suppressed.data[i], &message);
        append_command(surroundings, "notice", &where, "raddle: suppressed", text_string(&message), out);
        text_free(&message);
    }
}

static void append_unknown(const Surroundings *surroundings, const Verdict *verdict, Text *out)
{
    Text line = {0}, hint = {0};
    verdict_append_line(verdict, &line);
    verdict_append_hint(verdict, &hint);
    if (hint.length)
        text_format(&line, "\ntry: %s", text_string(&hint));
    append_command(surroundings, "warning", NULL, "raddle: no answer", text_string(&line), out);
    text_free(&line);
    text_free(&hint);
}

void report_annotations(const Verdict *verdict, Text *out)
{
    Surroundings surroundings = surroundings_of(verdict->program);
    append_violations(&surroundings, verdict, out);
    append_suppressed(&surroundings, verdict, out);
    append_remarks(&surroundings, verdict, out);
    if (verdict->answer == ANSWER_TRUE && verdict->bounded) {
        Text note = {0};
        text_format(&note, "this answer is bounded: it holds %s", text_string(&verdict->note));
        append_command(&surroundings, "notice", NULL, "raddle: TRUE", text_string(&note), out);
        text_free(&note);
    } else if (verdict->answer == ANSWER_UNKNOWN) {
        append_unknown(&surroundings, verdict, out);
    }
    surroundings_free(&surroundings);
}
