// The HTML report: one page with its style, its script (page.css, page.js) and its data, which is one JSON object. The
// script makes everything that is seen of the data, and puts texts of the program in as text only.
#include "base/fail.h"
#include "report/arrows.h"
#include "report/html_run.h"
#include "report/page.h"
#include "report/report.h"
#include "base/json.h"

// The policy keeps the browser from loading anything.
static const char page_head[] =
    "<!DOCTYPE html>\n"
    "<html lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" "
    "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n"
    "<title>raddle</title>\n"
    "<style>\n";

static const char page_body[] = "</style>\n"
                                "</head>\n"
                                "<body>\n"
                                "<noscript>This report needs JavaScript, which is part of this file.</noscript>\n"
                                "<script type=\"application/json\" id=\"data\">\n";

static void add_fact(json_t *facts, const char *label, const char *value)
{
    if (*value)
        json_array_append_new(facts, json_pack("[s,o]", label, json_text_string(value)));
}

static void add_count(json_t *facts, const char *label, uint64_t count)
{
    Text text = {0};
    text_format(&text, "%llu", (unsigned long long)count);
    add_fact(facts, label, count ? text_string(&text) : "");
    text_free(&text);
}

static json_t *facts_to_json(const Verdict *verdict)
{
    const Statistics *statistics = &verdict->statistics;
    json_t *facts = json_array();
    Text text = {0};
    if (verdict->program)
        call_plan_describe(&verdict->program->calls, &text);
    add_fact(facts, "checked", text_string(&text));
    text_clear(&text);
    if (verdict->answer != ANSWER_TRUE)
        add_fact(facts, "note", text_string(&verdict->note));
    add_fact(facts, "engine", verdict->engine ? verdict->engine : "");
    text_format(&text, "%.2f s", statistics->time_s);
    add_fact(facts, "time", text_string(&text));
    text_clear(&text);
    text_format(&text, "%llu MB", (unsigned long long)statistics->memory_mb);
    add_fact(facts, "memory", text_string(&text));
    text_free(&text);
    add_count(facts, "runs", statistics->runs);
    add_count(facts, "interleavings", statistics->interleavings);
    add_count(facts, "events", statistics->events);
    add_count(facts, "solver calls", statistics->solver_calls);
    return facts;
}

static json_t *statistics_to_json(const Statistics *statistics)
{
    json_t *rows = json_array();
#define X(kind, name, description) \
    json_array_append_new(rows, json_pack("[s,f,s]", #name, (double)statistics->name, description));
    STATISTICS_TABLE(X)
#undef X
    return rows;
}

static json_t *arrow_kinds_to_json(void)
{
    json_t *kinds = json_array();
#define X(identifier, name, description) json_array_append_new(kinds, json_pack("[s,s]", name, description));
    ARROW_KIND_TABLE(X)
#undef X
    return kinds;
}

static void explain_hint(const Verdict *verdict, Text *out)
{
    Text hint = {0};
    verdict_append_hint(verdict, &hint);
    if (hint.length)
        text_format(out, " Try: %s.", text_string(&hint));
    text_free(&hint);
}

static void explain(const Verdict *verdict, Text *out)
{
    switch (verdict->answer) {
    case ANSWER_TRUE:
        text_append(out, "No execution violates what is checked.");
        if (verdict->note.length)
            text_format(out, " %s %s.", verdict->bounded ? "This answer is bounded: it holds" : "This holds",
                        text_string(&verdict->note));
        for (uint32_t i = 0; i < verdict->remarks.count; i++) {
            text_append(out, " It ");
            if (verdict->remarks.data[i].kind == REMARK_VACUOUS)
                text_append(out, "is ");
            remark_append(&verdict->remarks.data[i], out);
            text_append(out, ".");
        }
        return;
    case ANSWER_FALSE:
        if (verdict->counterexamples.count > 1)
            text_format(out, "%u lines are violated.", verdict->counterexamples.count);
        return;
    case ANSWER_UNKNOWN:
        if (verdict->covered.length)
            text_format(out, "No violation was found in %s.", text_string(&verdict->covered));
        else
            text_append(out, "No violation was found.");
        text_append(out, " That is no proof that there is none.");
        explain_hint(verdict, out);
        return;
    }
    INTERNAL_ERROR("answer %d", (int)verdict->answer);
}

// Not reported, but not silent either.
static void explain_suppressed(const Verdict *verdict, Text *out)
{
    for (uint32_t i = 0; i < verdict->suppressed.count; i++) {
        Text line = {0};
        suppressed_append(&verdict->suppressed.data[i], &line);
        text_format(out, "%s%s.", out->length ? " " : "", text_string(&line));
        text_free(&line);
    }
}

static void append_runs(const Trace *const *traces, uint32_t count, Text *out)
{
    HtmlSources sources = {0};
    text_append(out, "\"runs\": [");
    for (uint32_t i = 0; i < count; i++) {
        text_append(out, i ? ",\n" : "");
        if (traces[i]->program.standard_input && !i)
            source_add(&sources.cache, STANDARD_INPUT_NAME, traces[i]->program.standard_input);
        html_run_append(traces[i], &sources, out);
    }
    text_append(out, "],\n\"sources\": ");
    html_sources_append(&sources, out);
    html_sources_free(&sources);
}

// `data` lacks its closing brace. Within it `<` occurs in strings only; written as an escape it cannot end the element.
static void append_page(const Text *data, Text *out)
{
    text_append(out, page_head);
    text_append(out, page_style);
    text_append(out, page_body);
    for (size_t i = 0; i < data->length; i++) {
        if (data->data[i] == '<')
            text_append(out, "\\u003c");
        else
            text_append_character(out, data->data[i]);
    }
    text_append(out, "}\n</script>\n<script>\n");
    text_append(out, page_script);
    text_append(out, "</script>\n</body>\n</html>\n");
}

static void begin_data(const char *headline, Text *data)
{
    text_append_character(data, '{');
    json_text_append_member(data, "version", json_string(RADDLE_VERSION));
    json_text_append_member(data, "headline", json_text_string(headline));
    json_text_append_member(data, "arrow_kinds", arrow_kinds_to_json());
}

void report_html(const Verdict *verdict, Text *out)
{
    Text data = {0}, text = {0};
    verdict_append_line(verdict, &text);
    begin_data(text_string(&text), &data);
    text_clear(&text);
    explain(verdict, &text);
    explain_suppressed(verdict, &text);
    json_text_append_member(&data, "explanation", json_text_string(text_string(&text)));
    text_free(&text);
    json_text_append_member(&data, "facts", facts_to_json(verdict));
    json_text_append_member(&data, "statistics", statistics_to_json(&verdict->statistics));
    append_runs((const Trace *const *)verdict->counterexamples.data,
                verdict->answer == ANSWER_FALSE ? verdict->counterexamples.count : 0, &data);
    append_page(&data, out);
    text_free(&data);
}

void report_html_run(const Trace *trace, const char *headline, Text *out)
{
    Text data = {0};
    begin_data(headline, &data);
    json_text_append_member(&data, "explanation", json_string(""));
    json_text_append_member(&data, "facts", json_array());
    json_text_append_member(&data, "statistics", json_array());
    append_runs(&trace, 1, &data);
    append_page(&data, out);
    text_free(&data);
}
