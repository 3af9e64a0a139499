// The result as one JSON object, one key per line; the statistics are the rows of their table.
#include "base/fail.h"
#include "base/none.h"
#include "report/explain.h"
#include "report/readable.h"
#include "report/relevant.h"
#include "report/report.h"
#include "report/since.h"
#include "report/stacks.h"
#include "trace/position_json.h"

static const char *answer_name(Answer answer)
{
    switch (answer) {
    case ANSWER_TRUE:
        return "TRUE";
    case ANSWER_FALSE:
        return "FALSE";
    case ANSWER_UNKNOWN:
        return "UNKNOWN";
    }
    INTERNAL_ERROR("answer %d", (int)answer);
}

static json_t *text_or_null(const Text *text)
{
    return text->length ? json_text_string(text_string(text)) : json_null();
}

static json_t *explanation_to_json(const Trace *trace)
{
    Text text = {0};
    Readable readable;
    readable_create(&readable, trace);
    explain_append(&readable.trace, &text);
    json_t *explanation = text_or_null(&text);
    readable_free(&readable);
    text_free(&text);
    return explanation;
}

static json_t *violations_to_json(const Verdict *verdict)
{
    json_t *list = json_array();
    for (uint32_t i = 0; verdict->answer == ANSWER_FALSE && i < verdict->counterexamples.count; i++) {
        const Trace *trace = verdict->counterexamples.data[i];
        json_t *violation = json_object();
        json_object_set_new(violation, "property", json_string(property_name(trace->property)));
        json_object_set_new(violation, "location", json_text_position(&trace->where));
        json_object_set_new(violation, "message", json_text_string(trace->message));
        json_object_set_new(violation, "explanation", explanation_to_json(trace));
        json_object_set_new(violation, "stacks", stacks_to_json(trace));
        uint32_t since = since_find(trace);
        json_object_set_new(violation, "unchanged_since", since == NONE ? json_null() : json_integer(since));
        json_object_set_new(violation, "remedy", trace->remedy ? json_text_string(trace->remedy) : json_null());
        json_array_append_new(list, violation);
    }
    return list;
}

static json_t *remarks_to_json(const Verdict *verdict, RemarkKind kind)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < verdict->remarks.count; i++) {
        const Remark *remark = &verdict->remarks.data[i];
        if (remark->kind != kind)
            continue;
        json_t *object = json_object();
        json_object_set_new(object, "message", json_text_string(text_string(&remark->message)));
        json_object_set_new(object, "file", *remark->file ? json_text_string(remark->file) : json_null());
        json_object_set_new(object, "line", json_integer(remark->line));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *suppressed_to_json(const Verdict *verdict)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < verdict->suppressed.count; i++) {
        const Suppressed *suppressed = &verdict->suppressed.data[i];
        json_t *object = json_object();
        json_object_set_new(object, "property", json_string(property_name(suppressed->trace->property)));
        json_object_set_new(object, "location", json_text_position(&suppressed->trace->where));
        json_object_set_new(object, "message", json_text_string(suppressed->trace->message));
        json_object_set_new(object, "by", json_text_string(text_string(&suppressed->by)));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *failures_to_json(const Verdict *verdict)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < verdict->failures.count; i++) {
        const Failure *failure = &verdict->failures.data[i];
        json_t *object = json_object();
        json_object_set_new(object, "engine", json_string(failure->engine));
        json_object_set_new(object, "where", text_or_null(&failure->where));
        json_object_set_new(object, "message", json_text_string(text_string(&failure->message)));
        json_array_append_new(list, object);
    }
    return list;
}

#define JSON_OF_COUNT(value) json_text_unsigned(value)
#define JSON_OF_SECONDS(value) json_real(value)
#define JSON_OF_MEGABYTES(value) json_text_unsigned(value)

static json_t *statistics_to_json(const Statistics *statistics)
{
    json_t *object = json_object();
#define X(kind, name, description) json_object_set_new(object, #name, JSON_OF_##kind(statistics->name));
    STATISTICS_TABLE(X)
#undef X
    return object;
}

static void append_counterexample(const Trace *trace, Text *out)
{
    Relevance relevant = {0};
    relevant_find(trace, &relevant);
    trace_append_json_marked(trace, relevant.data, out);
    vector_free(&relevant);
}

// What the verdict is about, if it is not main.
static json_t *calls_to_json(const Verdict *verdict)
{
    Text calls = {0};
    if (verdict->program)
        call_plan_describe(&verdict->program->calls, &calls);
    json_t *value = text_or_null(&calls);
    text_free(&calls);
    return value;
}

static json_t *hint_or_null(const Verdict *verdict)
{
    Text hint = {0};
    verdict_append_hint(verdict, &hint);
    json_t *result = text_or_null(&hint);
    text_free(&hint);
    return result;
}

// How far a search with bounds that grow came, where it decided nothing.
static json_t *depth_to_json(const Verdict *verdict)
{
    const Depth *depth = &verdict->depth;
    if (verdict->answer != ANSWER_UNKNOWN || !depth->rounds)
        return json_null();
    json_t *object = json_object();
    json_object_set_new(object, "rounds", json_text_bound(depth->rounds));
    json_object_set_new(object, "threads_per_site", json_text_bound(depth->threads));
    json_object_set_new(object, "loop", depth->loop.line ? json_text_position(&depth->loop) : json_null());
    json_object_set_new(object, "creation", depth->creation.line ? json_text_position(&depth->creation) : json_null());
    return object;
}

static json_t *proof_to_json(const Proof *proof)
{
    if (!proof->found)
        return json_null();
    json_t *object = json_object(), *facts = json_array(), *places = json_array();
    for (uint32_t i = 0; i < proof->places.count; i++)
        json_array_append_new(places, json_text_string(text_string(&proof->places.data[i])));
    for (uint32_t i = 0; i < proof->facts.count; i++) {
        const ProvedFact *proved = &proof->facts.data[i];
        json_t *fact = json_object(), *numbers = json_array();
        for (uint32_t j = 0; j < proved->places.count; j++)
            json_array_append_new(numbers, json_integer(proved->places.data[j]));
        json_object_set_new(fact, "fact", json_text_string(text_string(&proved->text)));
        json_object_set_new(fact, "places", numbers);
        json_array_append_new(facts, fact);
    }
    json_object_set_new(object, "facts", facts);
    json_object_set_new(object, "places", places);
    return object;
}

// The one that the verdict is about.
static json_t *model_or_null(const Verdict *verdict)
{
    return verdict->memory_model ? json_string(verdict->memory_model) : json_null();
}

void report_json(const Verdict *verdict, Text *out)
{
    const Trace *trace = NULL;
    if (verdict->answer == ANSWER_FALSE && verdict->counterexamples.count)
        trace = verdict->counterexamples.data[0];
    text_append(out, "{");
    json_text_append_member(out, "verdict", json_string(answer_name(verdict->answer)));
    json_text_append_member(out, "property", trace ? json_string(property_name(trace->property)) : json_null());
    json_text_append_member(out, "location", trace ? json_text_position(&trace->where) : json_null());
    json_text_append_member(out, "explanation", trace ? explanation_to_json(trace) : json_null());
    json_text_append_member(out, "engine", verdict->engine ? json_text_string(verdict->engine) : json_null());
    json_text_append_member(out, "bounded", json_boolean(verdict->bounded));
    json_text_append_member(out, "reason", text_or_null(&verdict->reason));
    json_text_append_member(out, "note", text_or_null(&verdict->note));
    json_text_append_member(out, "covered", text_or_null(&verdict->covered));
    json_text_append_member(out, "depth", depth_to_json(verdict));
    json_text_append_member(out, "hint", hint_or_null(verdict));
    json_text_append_member(out, "calls", calls_to_json(verdict));
    json_text_append_member(out, "memory_model", model_or_null(verdict));
    json_text_append_member(out, "invariant", proof_to_json(&verdict->proof));
    json_text_append_member(out, "vacuous", remarks_to_json(verdict, REMARK_VACUOUS));
    json_text_append_member(out, "weak_orders", remarks_to_json(verdict, REMARK_WEAK_ORDER));
    json_text_append_member(out, "violations", violations_to_json(verdict));
    json_text_append_member(out, "suppressed", suppressed_to_json(verdict));
    json_text_append_member(out, "failures", failures_to_json(verdict));
    json_text_append_member(out, "stats", statistics_to_json(&verdict->statistics));
    text_append(out, "\"counterexample\": ");
    if (trace)
        append_counterexample(trace, out);
    else
        text_append(out, "null");
    text_append(out, "}\n");
}
