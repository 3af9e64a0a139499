// A run as the data of a page: rows in the order of time, each with what it changes (a variable, the locks of its
// thread), so that the page can tell the state at any row; and the arrows between rows. Of a very long run the middle
// is left out, and one row stands for it that shows the state after it.
#include "report/html_run.h"

#include "base/none.h"
#include "report/arrows.h"
#include "report/calls.h"
#include "report/explain.h"
#include "report/readable.h"
#include "report/relevant.h"
#include "report/since.h"
#include "report/shown.h"
#include "report/stacks.h"
#include "report/variables.h"
#include "base/json.h"

enum {
    ROWS_AT_START = 1000,
    ROWS_AT_END = 3000,
    ROWS_AT_END_LIMIT = 8000, // if the explanation speaks of earlier steps than these
    ROWS_BEFORE_TOLD = 100,
    NO_ROW = NONE,
};

typedef struct RunPage {
    const Trace *trace;
    HtmlSources *sources;
    Variables variables;
    Relevance relevant; // by event
    Relevance told;     // by event: the explanation speaks of it
    Relevance outside;  // by event: it is not hidden inside a call of the library
    StepNumbers steps;
    EventList listed;           // events with rows
    VECTOR(uint32_t) rows;      // by event: its row, or NO_ROW
    VECTOR(uint32_t) input_row; // by input: the first row at which it has been read
    VECTOR(const char *) locks; // by thread
    VECTOR(uint32_t) ended;     // threads
    uint32_t left_out;          // events in the middle
    bool has_violation;         // there is an event for the violation
} RunPage;

static void set_position(json_t *object, HtmlSources *sources, const TracePosition *position)
{
    uint32_t file = html_sources_note(sources, position);
    if (file == NONE)
        return;
    json_object_set_new(object, "file", json_integer(file));
    json_object_set_new(object, "line", json_integer(position->line));
    json_object_set_new(object, "column", json_integer(position->column));
}

// Rows of events as if none were left out; what is left out is taken away below.
static uint32_t number_rows(RunPage *page)
{
    const Trace *trace = page->trace;
    uint32_t count = 0, inputs = 0;
    for (uint32_t i = 0; i < trace->events.count; i++) {
        uint32_t inputs_before = inputs;
        bool shown = shown_event(trace, &trace->events.data[i], &inputs);
        if (inputs > inputs_before)
            vector_push(&page->input_row, count);
        vector_push(&page->rows, shown ? count++ : NO_ROW);
        page->has_violation |= trace->events.data[i].kind == EVENT_violation;
    }
    return count;
}

// All rows are in the page; it shows those inside calls on demand.
static void gather_calls(RunPage *page)
{
    const Trace *trace = page->trace;
    vector_resize(&page->outside, trace->events.count);
    for (uint32_t i = 0; i < trace->events.count; i++) {
        page->outside.data[i] = true;
        if (page->rows.data[i] != NO_ROW)
            vector_push(&page->listed, &trace->events.data[i]);
    }
    calls_gather(trace, &page->listed, page->told.data, page->outside.data);
}

// The rows from ROWS_AT_START on become one.
static uint32_t renumber(const RunPage *page, uint32_t row)
{
    if (row == NO_ROW || !page->left_out || row < ROWS_AT_START)
        return row;
    return row < ROWS_AT_START + page->left_out ? NO_ROW : row - page->left_out + 1;
}

// How many rows at the end are shown: all that the explanation speaks of are, as far as that is possible.
static uint32_t count_rows_at_end(const RunPage *page, uint32_t count)
{
    for (uint32_t i = 0; i < page->rows.count; i++) {
        uint32_t row = page->rows.data[i];
        if (row == NO_ROW || !page->told.data[i] || row < ROWS_AT_START || count - row > ROWS_AT_END_LIMIT)
            continue;
        uint32_t wanted = count - row + ROWS_BEFORE_TOLD;
        return wanted > ROWS_AT_END ? wanted : ROWS_AT_END;
    }
    return ROWS_AT_END;
}

static void leave_out_middle(RunPage *page, uint32_t count)
{
    uint32_t rows_at_end = count_rows_at_end(page, count);
    if (count <= ROWS_AT_START + rows_at_end)
        return;
    page->left_out = count - ROWS_AT_START - rows_at_end;
    for (uint32_t i = 0; i < page->rows.count; i++)
        page->rows.data[i] = renumber(page, page->rows.data[i]);
    for (uint32_t i = 0; i < page->input_row.count; i++) {
        uint32_t row = renumber(page, page->input_row.data[i]);
        page->input_row.data[i] = row == NO_ROW ? ROWS_AT_START : row;
    }
}

static void append_row(Text *out, bool first, json_t *row)
{
    text_append(out, first ? "\n" : ",\n");
    json_text_append(out, row);
}

static json_t *numbers_to_json(const uint32_t *numbers, uint32_t count)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < count; i++)
        json_array_append_new(list, json_integer(numbers[i]));
    return list;
}

static void set_number(json_t *object, const char *key, uint32_t number)
{
    if (number)
        json_object_set_new(object, key, json_integer(number));
}

// `listed`: the number of its event among those with rows.
static void set_call(const RunPage *page, uint32_t listed, json_t *row)
{
    const TraceEvent *event = page->listed.data[listed];
    if (!page->outside.data[event - page->trace->events.data]) {
        json_object_set_new(row, "inside", json_true());
        return;
    }
    uint32_t count = calls_count(&page->listed, listed);
    if (count < 2 || page->told.data[event - page->trace->events.data] || event->kind == EVENT_violation)
        return;
    Text text = {0};
    calls_describe(&page->listed, listed, count, &text);
    json_object_set_new(row, "call", json_text_string(text_string(&text)));
    text_free(&text);
}

static json_t *event_to_json(RunPage *page, const TraceEvent *event, uint32_t variable)
{
    const Trace *trace = page->trace;
    bool violates = event->kind == EVENT_violation && trace->end == TRACE_VIOLATION;
    json_t *row = json_object();
    Text text = {0};
    if (violates)
        text_append(&text, shown_violation_words(trace->property));
    else
        shown_append_event(event, &text);
    json_object_set_new(row, "thread", json_integer(event->thread));
    json_object_set_new(row, "kind", json_string(event_kind_name(event->kind)));
    json_object_set_new(row, "text", json_text_string(text_string(&text)));
    text_free(&text);
    set_position(row, page->sources, violates && trace->where.line ? &trace->where : &event->position);
    json_object_set_new(row, "locks", json_text_string(event->locks));
    set_number(row, "step", page->steps.data[event - trace->events.data]);
    set_number(row, "stack", event->stack);
    if (page->told.data[event - trace->events.data])
        json_object_set_new(row, "told", json_true());
    if (variable != NO_VARIABLE) {
        json_object_set_new(row, "variable", json_integer(variable));
        json_object_set_new(row, "value", json_text_string(event->value_text));
        json_object_set_new(row, "writes", json_boolean(event->kind != EVENT_read));
    }
    if (!page->relevant.data[event - trace->events.data])
        json_object_set_new(row, "relevant", json_false());
    if (page->variables.gone.count)
        json_object_set_new(row, "gone", numbers_to_json(page->variables.gone.data, page->variables.gone.count));
    return row;
}

static json_t *known_to_json(uint32_t index, const KnownVariable *variable)
{
    json_t *object = json_object();
    json_object_set_new(object, "variable", json_integer(index));
    json_object_set_new(object, "value", json_text_string(variable->value));
    if (variable->writer != NO_THREAD)
        json_object_set_new(object, "writer", json_integer(variable->writer));
    return object;
}

static json_t *gap_to_json(const RunPage *page)
{
    json_t *row = json_object(), *values = json_array(), *locks = json_array();
    for (uint32_t i = 0; i < page->variables.all.count; i++)
        if (page->variables.all.data[i].value)
            json_array_append_new(values, known_to_json(i, &page->variables.all.data[i]));
    for (uint32_t i = 0; i < page->locks.count; i++)
        json_array_append_new(locks, json_text_string(page->locks.data[i] ? page->locks.data[i] : ""));
    json_object_set_new(row, "gap", json_integer(page->left_out));
    json_object_set_new(row, "values", values);
    json_object_set_new(row, "held", locks);
    json_object_set_new(row, "ended", numbers_to_json(page->ended.data, page->ended.count));
    return row;
}

// A run need not end with an event that says why.
static json_t *end_to_json(const RunPage *page)
{
    const Trace *trace = page->trace;
    uint32_t last = trace->events.count ? vector_last(&trace->events).thread : 0;
    const char *text = trace->end == TRACE_DISCARDED ? "an assumption does not hold" : trace->message;
    if (trace->end == TRACE_EXITED || (trace->end == TRACE_VIOLATION && page->has_violation))
        return NULL;
    if (trace->end == TRACE_VIOLATION)
        text = shown_violation_words(trace->property);
    json_t *row = json_object();
    json_object_set_new(row, "thread", json_integer(trace->end == TRACE_VIOLATION ? trace->thread : last));
    json_object_set_new(row, "kind", json_string(trace->end == TRACE_VIOLATION ? "violation" : "end"));
    json_object_set_new(row, "text", json_text_string(text));
    set_position(row, page->sources, &trace->where);
    return row;
}

static void append_rows(RunPage *page, Text *out)
{
    const Trace *trace = page->trace;
    uint32_t listed = 0;
    bool first = true, gap_done = !page->left_out;
    text_append(out, "\"rows\": [");
    for (uint32_t i = 0; i < trace->events.count; i++) {
        const TraceEvent *event = &trace->events.data[i];
        uint32_t row = page->rows.data[i];
        if (!gap_done && row != NO_ROW && row > ROWS_AT_START) {
            append_row(out, false, gap_to_json(page));
            gap_done = true;
        }
        uint32_t variable = variables_follow(&page->variables, event);
        if (event->thread >= page->locks.count)
            vector_resize(&page->locks, event->thread + 1);
        page->locks.data[event->thread] = event->locks;
        if (event->kind == EVENT_exit)
            vector_push(&page->ended, event->thread);
        bool is_listed = listed < page->listed.count && page->listed.data[listed] == event;
        listed += is_listed;
        if (row == NO_ROW)
            continue;
        json_t *object = event_to_json(page, event, variable);
        set_call(page, listed - 1, object);
        append_row(out, first, object);
        first = false;
    }
    json_t *end = end_to_json(page);
    if (end)
        append_row(out, first, end);
    text_append(out, "],\n");
}

static void append_arrows(const RunPage *page, Text *out)
{
    ArrowList arrows = {0};
    arrows_find(page->trace, &arrows);
    json_t *list = json_array();
    for (uint32_t i = 0; i < arrows.count; i++) {
        const Arrow *arrow = &arrows.data[i];
        uint32_t numbers[] = {page->rows.data[arrow->from], page->rows.data[arrow->to], arrow->kind};
        if (numbers[0] != NO_ROW && numbers[1] != NO_ROW)
            json_array_append_new(list, numbers_to_json(numbers, 3));
    }
    text_append(out, "\"arrows\": ");
    json_text_append(out, list);
    text_append(out, ",\n");
    vector_free(&arrows);
}

static json_t *inputs_to_json(const RunPage *page)
{
    const Trace *trace = page->trace;
    json_t *list = json_array();
    Text value = {0};
    for (uint32_t i = 0; i < trace->inputs.count; i++) {
        const TraceInput *input = &trace->inputs.data[i];
        json_t *object = json_object();
        text_clear(&value);
        trace_format_input(input->value, input->bits, &value);
        json_object_set_new(object, "name", json_text_string(input->name));
        json_object_set_new(object, "value", json_text_string(text_string(&value)));
        json_object_set_new(object, "thread", json_integer(input->thread));
        json_object_set_new(object, "uninitialised", json_boolean(input->origin == INPUT_UNINITIALISED));
        json_object_set_new(object, "row", json_integer(i < page->input_row.count ? page->input_row.data[i] : 0));
        set_position(object, page->sources, &input->position);
        json_array_append_new(list, object);
    }
    text_free(&value);
    return list;
}

static void append_violation(const RunPage *page, Text *out)
{
    const Trace *trace = page->trace;
    json_t *where = json_object();
    Text message = {0}, title = {0}, explanation = {0}, since = {0};
    shown_append_violation(trace, &message);
    explain_append_steps(trace, &page->steps, &explanation);
    text_format(&title, "%s ", property_name(trace->property));
    trace_position_describe(&trace->where, &title);
    set_position(where, page->sources, &trace->where);
    json_text_append_member(out, "message", json_text_string(text_string(&message)));
    json_text_append_member(out, "explanation", json_text_string(text_string(&explanation)));
    since_append(trace, &page->steps, &since);
    if (trace->remedy)
        text_format(&since, "%s%s", since.length ? "; " : "", trace->remedy);
    json_text_append_member(out, "since", json_text_string(text_string(&since)));
    text_free(&since);
    json_text_append_member(out, "title", json_text_string(text_string(&title)));
    json_text_append_member(out, "where", where);
    text_free(&message);
    text_free(&title);
    text_free(&explanation);
}

// The last step that the explanation speaks of; where there is none the last one of all.
static uint32_t find_decisive_row(const RunPage *page)
{
    uint32_t last = 0;
    for (uint32_t i = page->rows.count; i-- > 0;) {
        if (page->rows.data[i] == NO_ROW)
            continue;
        if (page->told.data[i])
            return page->rows.data[i];
        last = last ? last : page->rows.data[i];
    }
    return page->trace->end == TRACE_VIOLATION ? last : 0;
}

static void append_frames(const RunPage *page, Text *out)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < page->trace->frames.count; i++) {
        const TraceFrame *frame = &page->trace->frames.data[i];
        json_t *object = json_object();
        set_number(object, "caller", frame->caller);
        json_object_set_new(object, "function", json_text_string(frame->position.function));
        set_position(object, page->sources, &frame->position);
        json_array_append_new(list, object);
    }
    json_text_append_member(out, "frames", list);
}

static void append_stacks(const RunPage *page, Text *out)
{
    StackList stacks = {0};
    stacks_find(page->trace, &stacks);
    json_t *list = json_array();
    for (uint32_t i = 0; i < stacks.count; i++) {
        const ShownStack *shown = &stacks.data[i];
        uint32_t row = shown->event == NO_ROW ? NO_ROW : page->rows.data[shown->event];
        json_t *object = json_object();
        Text what = {0};
        stacks_describe(page->trace, shown, &what);
        json_object_set_new(object, "thread", json_integer(shown->thread));
        json_object_set_new(object, "what", json_text_string(text_string(&what)));
        json_object_set_new(object, "stack", json_integer(shown->stack));
        if (row != NO_ROW)
            json_object_set_new(object, "row", json_integer(row));
        json_array_append_new(list, object);
        text_free(&what);
    }
    json_text_append_member(out, "stacks", list);
    vector_free(&stacks);
}

// By thread: what it began with, and where it was created.
static void append_origins(const RunPage *page, Text *out)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < page->trace->thread_names.count; i++) {
        const TraceEvent *creation = stacks_creation(page->trace, i);
        json_t *object = json_object();
        json_object_set_new(object, "start", json_text_string(shown_start_routine(page->trace, i)));
        if (creation) {
            uint32_t row = page->rows.data[creation - page->trace->events.data];
            json_object_set_new(object, "creator", json_integer(creation->thread));
            set_position(object, page->sources, &creation->position);
            if (row != NO_ROW)
                json_object_set_new(object, "row", json_integer(row));
        }
        json_array_append_new(list, object);
    }
    json_text_append_member(out, "origins", list);
}

static void append_run(const Trace *trace, HtmlSources *sources, Text *out)
{
    RunPage page = {.trace = trace, .sources = sources};
    vector_resize(&page.told, trace->events.count);
    explain_mark(trace, page.told.data);
    uint32_t count = number_rows(&page);
    gather_calls(&page);
    leave_out_middle(&page, count);
    relevant_find(trace, &page.relevant);
    shown_number_steps(trace, &page.steps);
    text_append_character(out, '{');
    if (trace->end == TRACE_VIOLATION)
        append_violation(&page, out);
    json_text_append_member(out, "predicted", json_boolean(trace->predicted));
    append_rows(&page, out);
    append_arrows(&page, out);
    append_frames(&page, out);
    append_stacks(&page, out);
    append_origins(&page, out);
    json_text_append_member(out, "decisive", json_integer(find_decisive_row(&page)));
    json_text_append_member(out, "inputs", inputs_to_json(&page));
    json_t *variables = json_array(), *threads = json_array();
    for (uint32_t i = 0; i < page.variables.all.count; i++)
        json_array_append_new(variables, json_text_string(page.variables.all.data[i].name));
    for (uint32_t i = 0; i < trace->thread_names.count; i++)
        json_array_append_new(threads, json_text_string(trace->thread_names.data[i]));
    json_text_append_member(out, "variables", variables);
    text_append(out, "\"threads\": ");
    json_text_append(out, threads);
    text_append_character(out, '}');
    variables_free(&page.variables);
    vector_free(&page.relevant);
    vector_free(&page.told);
    vector_free(&page.outside);
    vector_free(&page.listed);
    vector_free(&page.steps);
    vector_free(&page.rows);
    vector_free(&page.input_row);
    vector_free(&page.locks);
    vector_free(&page.ended);
}

void html_run_append(const Trace *trace, HtmlSources *sources, Text *out)
{
    Readable readable;
    readable_create(&readable, trace);
    append_run(&readable.trace, sources, out);
    readable_free(&readable);
}
