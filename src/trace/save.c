// Recorded runs as JSON. The top level has one line per part and one per element of the long lists, so that files
// can be read and compared by line. What is empty or has its usual value is left out of an event.
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/memory.h"
#include "base/file.h"
#include "trace/format.h"
#include "trace/position_json.h"
#include "trace/trace.h"

json_t *json_text_position(const TracePosition *position)
{
    if (!*position->file && !position->line)
        return json_null();
    json_t *object = json_object();
    json_object_set_new(object, "file", json_text_string(position->file));
    json_object_set_new(object, "line", json_integer(position->line));
    json_object_set_new(object, "column", json_integer(position->column));
    if (*position->function)
        json_object_set_new(object, "function", json_text_string(position->function));
    return object;
}

static json_t *strings_to_json(const char *const *strings, uint32_t count)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < count; i++)
        json_array_append_new(array, json_text_string(strings[i]));
    return array;
}

json_t *json_call_plan(const CallPlan *plan)
{
    json_t *object = json_object();
#define X(name)     \
    if (plan->name) \
        json_object_set_new(object, #name, json_text_string(plan->name));
    CALL_PLAN_NAME_TABLE(X)
#undef X
    json_object_set_new(object, "array_length", json_text_unsigned(plan->array_length));
    json_object_set_new(object, "null_pointers", json_boolean(plan->null_pointers));
    json_object_set_new(object, "arbitrary_globals", json_boolean(plan->arbitrary_globals));
    return object;
}

static json_t *program_to_json(const TraceProgram *program)
{
    json_t *object = json_object();
#define X(name, need) json_object_set_new(object, #name, strings_to_json(program->name.data, program->name.count));
    TRACE_PROGRAM_LIST_TABLE(X)
#undef X
    if (program->standard_input)
        json_object_set_new(object, "standard_input", json_text_string(program->standard_input));
    if (program->assumptions)
        json_object_set_new(object, "assumptions", json_text_string(program->assumptions));
    if (call_plan_given(&program->calls))
        json_object_set_new(object, "calls", json_call_plan(&program->calls));
    json_object_set_new(object, "symbolic_arguments", json_integer(program->symbolic_arguments));
    json_object_set_new(object, "data_model", json_text_string(program->data_model));
#define X(name, ...) json_object_set_new(object, #name, json_boolean(program->rules.name));
    RULE_TABLE(X)
#undef X
    json_object_set_new(object, "unwind", json_text_bound(program->bounds.rounds));
    json_object_set_new(object, "threads_per_site", json_text_bound(program->bounds.threads));
    json_object_set_new(object, "spare_private", json_boolean(program->bounds.spare_private));
    json_t *properties = json_array();
    for (Property property = 0; property < PROPERTY_COUNT; property++)
        if (program->properties & PROPERTY_BIT(property))
            json_array_append_new(properties, json_string(property_name(property)));
    json_object_set_new(object, "properties", properties);
    return object;
}

// The terms to be written and where: operands have smaller ids than what is made of them, so that one pass downwards
// finds what is needed, and one upwards numbers it. A number is the index in the file plus 1, by Term; 0: not written.
static void need_term(uint32_t *numbers, Term term)
{
    if (term != NO_TERM)
        numbers[term] = 1;
}

static uint32_t *number_terms(const Trace *trace)
{
    const TermTable *terms = trace->terms;
    if (!terms)
        return NULL;
    uint32_t count = terms_count(terms), next = 0;
    uint32_t *numbers = memory_allocate_zeroed((count + (size_t)1) * sizeof *numbers);
    for (uint32_t i = 0; i < trace->inputs.count; i++)
        need_term(numbers, trace->inputs.data[i].symbol);
    for (uint32_t i = 0; i < trace->events.count; i++) {
        need_term(numbers, trace->events.data[i].term);
        need_term(numbers, trace->events.data[i].read);
        need_term(numbers, trace->events.data[i].content);
    }
    for (Term term = count; term; term--)
        for (uint32_t i = 0; numbers[term] && i < term_operand_count(terms, term); i++) {
            CHECK(term_operand(terms, term, i) < term);
            need_term(numbers, term_operand(terms, term, i));
        }
    for (Term term = 1; term <= count; term++)
        if (numbers[term])
            numbers[term] = ++next;
    return numbers;
}

static void append_term(const TermTable *terms, Term term, const uint32_t *numbers, Text *out)
{
    TermKind kind = term_kind(terms, term);
    text_format(out, "[\"%s\", %u", trace_term_names[kind], term_width(terms, term));
    for (uint32_t i = 0; i < trace_term_operands[kind]; i++)
        text_format(out, ", %u", numbers[term_operand(terms, term, i)] - 1);
    if (kind == TERM_extract)
        text_format(out, ", %u", term_low_bit(terms, term));
    if (kind == TERM_constant || kind == TERM_symbol) {
        text_append(out, ", ");
        json_text_append(out, kind == TERM_constant ? json_text_unsigned(term_constant_value(terms, term))
                                                    : json_text_string(term_symbol_name(terms, term)));
    }
    text_append_character(out, ']');
}

static void set_term(json_t *object, const char *key, Term term, const uint32_t *numbers)
{
    if (term != NO_TERM && numbers)
        json_object_set_new(object, key, json_integer((json_int_t)numbers[term] - 1));
}

static json_t *input_to_json(const TraceInput *input, const uint32_t *numbers)
{
    json_t *object = json_object();
    json_object_set_new(object, "name", json_text_string(input->name));
    json_object_set_new(object, "origin", json_string(trace_origin_names[input->origin]));
    json_object_set_new(object, "thread", json_integer(input->thread));
    json_object_set_new(object, "bits", json_integer(input->bits));
    json_object_set_new(object, "value", json_text_unsigned(input->value));
    set_term(object, "symbol", input->symbol, numbers);
    json_object_set_new(object, "location", json_text_position(&input->position));
    return object;
}

static void set_text(json_t *object, const char *key, const char *text)
{
    if (*text)
        json_object_set_new(object, key, json_text_string(text));
}

static void set_stack(json_t *object, const char *key, uint32_t stack)
{
    if (stack != NO_STACK)
        json_object_set_new(object, key, json_integer((json_int_t)stack - 1));
}

static json_t *frame_to_json(const TraceFrame *frame)
{
    json_t *object = json_object();
    TracePosition position = frame->position;
    position.function = "";
    set_text(object, "function", frame->position.function);
    set_stack(object, "caller", frame->caller);
    json_object_set_new(object, "location", json_text_position(&position));
    return object;
}

static json_t *event_to_json(const TraceEvent *event, const uint32_t *numbers)
{
    json_t *object = json_object();
    json_object_set_new(object, "thread", json_integer(event->thread));
    json_object_set_new(object, "index", json_integer(event->index));
    if (event->step != NO_STEP)
        json_object_set_new(object, "step", json_integer(event->step));
    json_object_set_new(object, "kind", json_string(event_kind_name(event->kind)));
    set_text(object, "object", event->object);
    if (event->address)
        json_object_set_new(object, "address", json_text_unsigned(event->address));
    if (event->size)
        json_object_set_new(object, "size", json_integer(event->size));
    if (event->value || *event->value_text)
        json_object_set_new(object, "value", json_text_unsigned(event->value));
    set_text(object, "value_text", event->value_text);
    if (event->previous || *event->previous_text)
        json_object_set_new(object, "previous", json_text_unsigned(event->previous));
    set_text(object, "previous_text", event->previous_text);
    if (event->other != NO_THREAD)
        json_object_set_new(object, "other", json_integer(event->other));
    if (event->atomic)
        json_object_set_new(object, "atomic", json_true());
    if (event->conditional)
        json_object_set_new(object, "conditional", json_true());
    if (event->again)
        json_object_set_new(object, "again", json_true());
    if (event->fresh)
        json_object_set_new(object, "fresh", json_true());
    if (event->together)
        json_object_set_new(object, "together", json_true());
    if (event->weak)
        json_object_set_new(object, "order", json_string(order_name(event->order)));
    if (event->written)
        json_object_set_new(object, "written", json_integer(event->written));
    if (event->taken)
        json_object_set_new(object, "taken", json_integer(event->taken));
    if (event->kind == EVENT_check)
        json_object_set_new(object, "property", json_string(property_name(event->property)));
    set_term(object, "term", event->term, numbers);
    set_term(object, "read", event->read, numbers);
    set_term(object, "content", event->content, numbers);
    set_text(object, "locks", event->locks);
    json_object_set_new(object, "location", json_text_position(&event->position));
    set_stack(object, "stack", event->stack);
    set_text(object, "call", event->call);
    return object;
}

static json_t *end_to_json(const Trace *trace)
{
    json_t *object = json_object();
    json_object_set_new(object, "kind", json_string(trace_end_names[trace->end]));
    if (trace->end == TRACE_EXITED)
        json_object_set_new(object, "exit_status", json_integer(trace->exit_status));
    if (trace->end == TRACE_VIOLATION) {
        json_object_set_new(object, "property", json_string(property_name(trace->property)));
        json_object_set_new(object, "thread", json_integer(trace->thread));
        json_object_set_new(object, "location", json_text_position(&trace->where));
        set_stack(object, "stack", trace->stack);
    }
    set_text(object, "message", trace->message);
    return object;
}

static void append_terms(const TermTable *terms, const uint32_t *numbers, Text *out)
{
    text_append(out, "\"terms\": [");
    for (Term term = 1; term <= terms_count(terms); term++) {
        if (!numbers[term])
            continue;
        text_append(out, numbers[term] == 1 ? "\n" : ",\n");
        append_term(terms, term, numbers, out);
    }
    text_append(out, "],\n");
}

static void begin_list(Text *out, const char *name)
{
    text_format(out, "\"%s\": [", name);
}

static void begin_element(Text *out, uint32_t index)
{
    text_append(out, index ? ",\n" : "\n");
}

void trace_append_json(const Trace *trace, Text *out)
{
    trace_append_json_marked(trace, NULL, out);
}

void trace_append_json_marked(const Trace *trace, const bool *relevant, Text *out)
{
    text_format(out, "{\"raddle_trace\": %d,\n\"program\": ", TRACE_FORMAT_VERSION);
    json_text_append(out, program_to_json(&trace->program));
    if (trace->predicted)
        text_append(out, ",\n\"predicted\": true");
    text_append(out, ",\n\"threads\": ");
    json_text_append(out, strings_to_json(trace->thread_names.data, trace->thread_names.count));
    text_append(out, ",\n");
    uint32_t *numbers = number_terms(trace);
    if (trace->terms)
        append_terms(trace->terms, numbers, out);
    begin_list(out, "inputs");
    for (uint32_t i = 0; i < trace->inputs.count; i++) {
        begin_element(out, i);
        json_text_append(out, input_to_json(&trace->inputs.data[i], numbers));
    }
    text_append(out, "],\n");
    begin_list(out, "schedule");
    for (uint32_t i = 0; i < trace->schedule.count; i++)
        text_format(out, "%s[%u, %u]", i ? ", " : "", trace->schedule.data[i].thread,
                    trace->schedule.data[i].alternative);
    text_append(out, "],\n");
    if (trace->frames.count) {
        begin_list(out, "frames");
        for (uint32_t i = 0; i < trace->frames.count; i++) {
            begin_element(out, i);
            json_text_append(out, frame_to_json(&trace->frames.data[i]));
        }
        text_append(out, "],\n");
    }
    begin_list(out, "steps");
    for (uint32_t i = 0; i < trace->events.count; i++) {
        begin_element(out, i);
        json_t *event = event_to_json(&trace->events.data[i], numbers);
        if (relevant && !relevant[i])
            json_object_set_new(event, "relevant", json_false());
        json_text_append(out, event);
    }
    text_append(out, "],\n\"end\": ");
    json_text_append(out, end_to_json(trace));
    text_append(out, "}");
    free(numbers);
}

bool trace_save(const Trace *trace, const char *path, Text *error)
{
    Text text = {0};
    trace_append_json(trace, &text);
    text_append_character(&text, '\n');
    bool saved = file_write_text(path, &text, error);
    text_free(&text);
    return saved;
}
