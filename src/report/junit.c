// Test results in the XML of JUnit, as CI servers read them: one suite, with one test for each property that was checked.
// A violated property is a failure. The others are skipped then, for nothing is proved about them; without an answer all
// of them are errors.
#include "report/finding.h"
#include "report/report.h"
#include "report/uri.h"
#include "report/xml.h"

enum { FAILURE_WIDTH = 120 };

typedef enum Outcome { OUTCOME_PASSED, OUTCOME_FAILED, OUTCOME_SKIPPED, OUTCOME_ERROR, OUTCOME_COUNT } Outcome;

static void append_attribute(Text *out, const char *name, const char *value)
{
    text_format(out, " %s=\"", name);
    xml_append_escaped(out, value);
    text_append_character(out, '"');
}

// The first counterexample against it, or NULL.
static const Trace *find_violation(const Verdict *verdict, Property property)
{
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++)
        if (verdict->counterexamples.data[i]->property == property)
            return verdict->counterexamples.data[i];
    return NULL;
}

static Outcome outcome_of(const Verdict *verdict, Property property)
{
    switch (verdict->answer) {
    case ANSWER_TRUE:
        return OUTCOME_PASSED;
    case ANSWER_FALSE:
        return find_violation(verdict, property) ? OUTCOME_FAILED : OUTCOME_SKIPPED;
    case ANSWER_UNKNOWN:
        break;
    }
    return OUTCOME_ERROR;
}

static void append_failure(const Verdict *verdict, Property property, Text *out)
{
    static const ReportOptions plain = {.width = FAILURE_WIDTH, .detail = TRACE_NORMAL};
    Text message = {0}, body = {0};
    finding_append_message(find_violation(verdict, property), &message);
    text_append(out, "\n      <failure");
    append_attribute(out, "type", property_name(property));
    append_attribute(out, "message", text_string(&message));
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++)
        if (verdict->counterexamples.data[i]->property == property)
            report_trace_append(verdict->counterexamples.data[i], &plain, &body);
    text_append(out, ">");
    xml_append_escaped(out, text_string(&body));
    text_append(out, "</failure>\n    ");
    text_free(&message);
    text_free(&body);
}

static void append_outcome(const Verdict *verdict, Property property, Text *out)
{
    Text line = {0};
    switch (outcome_of(verdict, property)) {
    case OUTCOME_FAILED:
        append_failure(verdict, property, out);
        break;
    case OUTCOME_SKIPPED:
        text_append(out, "\n      <skipped message=\"not decided: another property is violated\"/>\n    ");
        break;
    case OUTCOME_ERROR:
        verdict_append_line(verdict, &line);
        text_append(out, "\n      <error type=\"unknown\"");
        append_attribute(out, "message", text_string(&line));
        text_append(out, "/>\n    ");
        break;
    case OUTCOME_PASSED:
    case OUTCOME_COUNT:
        break;
    }
    text_free(&line);
}

static void append_test(const Verdict *verdict, const Surroundings *surroundings, const char *subject,
                        Property property, Text *out)
{
    const Trace *violation = find_violation(verdict, property);
    text_append(out, "    <testcase");
    append_attribute(out, "classname", subject);
    append_attribute(out, "name", property_name(property));
    if (violation) {
        TracePosition where = finding_place(violation);
        Text path = {0};
        uri_append_plain_path(surroundings->directory, where.file, &path);
        append_attribute(out, "file", text_string(&path));
        text_format(out, " line=\"%u\"", where.line);
        text_free(&path);
    }
    text_append(out, ">");
    append_outcome(verdict, property, out);
    text_append(out, "</testcase>\n");
}

// What was verified: its files, and the functions in place of main.
static void append_subject(const Verdict *verdict, const Surroundings *surroundings, Text *out)
{
    const TraceProgram *program = verdict->program;
    for (uint32_t i = 0; program && i < program->files.count; i++) {
        text_append(out, i ? " " : "");
        uri_append_plain_path(surroundings->directory, trace_file_name(program, i), out);
    }
    Text calls = {0};
    if (program)
        call_plan_describe(&program->calls, &calls);
    if (calls.length)
        text_format(out, " (%s)", text_string(&calls));
    text_free(&calls);
}

static void append_property(Text *out, const char *name, const char *value)
{
    text_append(out, "      <property");
    append_attribute(out, "name", name);
    append_attribute(out, "value", value);
    text_append(out, "/>\n");
}

static void append_properties(const Verdict *verdict, Text *out)
{
    Text line = {0};
    verdict_append_line(verdict, &line);
    text_append(out, "    <properties>\n");
    append_property(out, "verdict", text_string(&line));
    append_property(out, "bounded", verdict->bounded ? "true" : "false");
    if (verdict->engine)
        append_property(out, "engine", verdict->engine);
    if (verdict->note.length)
        append_property(out, "note", text_string(&verdict->note));
    for (uint32_t i = 0; i < verdict->suppressed.count; i++) {
        text_clear(&line);
        suppressed_append(&verdict->suppressed.data[i], &line);
        append_property(out, "suppressed", text_string(&line));
    }
    text_append(out, "    </properties>\n");
    text_free(&line);
}

// A recorded run may violate what it was not recorded for.
static PropertyMask checked_properties(const Verdict *verdict)
{
    PropertyMask checked = verdict->program ? verdict->program->properties : PROPERTY_MASK_DEFAULT;
    for (uint32_t i = 0; i < verdict->counterexamples.count; i++)
        checked |= PROPERTY_BIT(verdict->counterexamples.data[i]->property);
    return checked;
}

void report_junit(const Verdict *verdict, Text *out)
{
    Surroundings surroundings = surroundings_of(verdict->program);
    PropertyMask checked = checked_properties(verdict);
    Text subject = {0};
    unsigned counts[OUTCOME_COUNT] = {0}, tests = 0;
    for (Property property = 0; property < PROPERTY_COUNT; property++) {
        if (!(checked & PROPERTY_BIT(property)))
            continue;
        tests++;
        counts[outcome_of(verdict, property)]++;
    }
    append_subject(verdict, &surroundings, &subject);
    text_append(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite");
    append_attribute(out, "name", text_string(&subject));
    text_format(out, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\" time=\"%.3f\">\n", tests,
                counts[OUTCOME_FAILED], counts[OUTCOME_ERROR], counts[OUTCOME_SKIPPED], verdict->statistics.time_s);
    append_properties(verdict, out);
    for (Property property = 0; property < PROPERTY_COUNT; property++)
        if (checked & PROPERTY_BIT(property))
            append_test(verdict, &surroundings, text_string(&subject), property, out);
    text_append(out, "  </testsuite>\n</testsuites>\n");
    text_free(&subject);
    surroundings_free(&surroundings);
}
