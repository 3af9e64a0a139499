// A run for people: one row per step, one column per thread, beside the line of the source it comes from. Rows in a
// line of the source follow each other without repeating it; an empty line marks a change of thread. Then come the
// inputs, the violation and its explanation, and the stacks of the threads that take part in it.
//
// Of a run that is too long for that, what the explanation needs is shown, and of the rest what is nearest to it.
#include <string.h>

#include "base/none.h"
#include "report/explain.h"
#include "report/readable.h"
#include "report/since.h"
#include "report/stacks.h"
#include "report/text_page.h"

enum {
    INPUTS_SHOWN = 40,   // lines of them
    VALUES_SHOWN = 8,    // of inputs in one line
    LINES_SHOWN = 57,    // of a run, with all that belongs to it; the verdict follows
    ROWS_SHOWN = 60,     // of a run with no more, all are
    LINES_OF_STEPS = 20, // at least so many of them
    FRAMES_SHOWN = 12,   // of a stack
};

static bool is_read_with(const TraceInput *a, const TraceInput *b)
{
    return a->thread == b->thread && a->origin == b->origin && a->position.line == b->position.line &&
           a->position.column == b->position.column && !strcmp(a->name, b->name) &&
           !strcmp(a->position.file, b->position.file);
}

// One line for inputs of one name that are read in one place, one after the other: of a clock both numbers, of a loop
// some. Returns how many these are.
static uint32_t print_input(const Trace *trace, uint32_t first, Text *out)
{
    const TraceInput *input = &trace->inputs.data[first];
    uint32_t count = 0;
    text_format(out, "  %s = ", *input->name ? input->name : "(unnamed)");
    do {
        text_append(out, count ? ", " : "");
        trace_format_input(input[count].value, input[count].bits, out);
        count++;
    } while (count < VALUES_SHOWN && first + count < trace->inputs.count && is_read_with(input, &input[count]));
    if (input->origin == INPUT_UNINITIALISED)
        text_append(out, " (uninitialised)");
    if (input->position.line) {
        text_append(out, " at ");
        trace_position_describe(&input->position, out);
    }
    text_append_character(out, '\n');
    return count;
}

// What the program asked for comes first.
static void print_inputs(const Page *page, Text *out)
{
    const Trace *trace = page->trace;
    uint32_t printed = 0, lines = 0;
    if (trace->inputs.count)
        text_append(out, trace->events.count ? "\ninputs:\n" : "inputs:\n");
    for (int uninitialised = 0; uninitialised < 2; uninitialised++) {
        for (uint32_t i = 0; i < trace->inputs.count && lines < INPUTS_SHOWN;) {
            bool now = (trace->inputs.data[i].origin == INPUT_UNINITIALISED) == uninitialised;
            uint32_t count = now ? print_input(trace, i, out) : 1;
            printed += now ? count : 0;
            lines += now;
            i += count;
        }
    }
    if (printed < trace->inputs.count)
        text_format(out, "  ... and %u more\n", trace->inputs.count - printed);
}

static void print_colored(const Page *page, const char *color, const char *text, Text *out)
{
    text_format(out, "%s%s%s", page->color ? color : "", text, page->color ? COLOR_RESET : "");
}

static void print_quotation(Page *page, const TracePosition *where, Text *out)
{
    Text line = {0};
    if (source_append_line(&page->sources, where->file, where->line, &line)) {
        text_format(out, "%s\n", text_string(&line));
        if (where->column && where->column <= line.length + 1) {
            for (uint32_t i = 0; i + 1 < where->column; i++) {
                unsigned char byte = (unsigned char)text_string(&line)[i];
                if ((byte & 0xc0) != 0x80)
                    text_append_character(out, byte == '\t' ? '\t' : ' ');
            }
            print_colored(page, COLOR_CARET, "^", out);
            text_append_character(out, '\n');
        }
    }
    text_free(&line);
}

static void print_wrapped(const Page *page, const char *text, Text *out)
{
    for (const char *rest = text; *rest; rest += strspn(rest, " ")) {
        size_t bytes = page->width ? text_wrap_bytes(rest, page->width) : strlen(rest);
        text_append_bytes(out, rest, bytes);
        text_append_character(out, '\n');
        rest += bytes;
    }
}

static void print_explanation(const Page *page, Text *out)
{
    Text text = {0};
    explain_append_steps(page->trace, &page->steps, &text);
    print_wrapped(page, text_string(&text), out);
    text_clear(&text);
    since_append(page->trace, &page->steps, &text);
    print_wrapped(page, text_string(&text), out);
    if (page->trace->remedy)
        print_wrapped(page, page->trace->remedy, out);
    text_free(&text);
}

// --- Stacks

static void append_place(const Trace *trace, const TracePosition *position, Text *out)
{
    if (position->line)
        text_format(out, "%s:%u", shown_file_name(trace, position->file), position->line);
    else
        text_append(out, "an unknown line");
}

static bool is_same_stack(const Trace *trace, const ShownStack *a, const ShownStack *b)
{
    const TraceEvent *left = stacks_creation(trace, a->thread), *right = stacks_creation(trace, b->thread);
    bool same = a->stack == b->stack && left && right && left->thread == right->thread &&
                left->position.line == right->position.line &&
                !strcmp(shown_start_routine(trace, a->thread), shown_start_routine(trace, b->thread));
    Text first = {0}, second = {0};
    stacks_describe(trace, a, &first);
    stacks_describe(trace, b, &second);
    same = same && !strcmp(text_string(&first), text_string(&second));
    text_free(&first);
    text_free(&second);
    return same;
}

// "thread 2: worker, waits for m (step 9), created by main at pool.c:31"; threads that are alike share one.
static void print_stack_heading(const Page *page, const ShownStack *shown, const StackList *stacks, Text *out)
{
    const Trace *trace = page->trace;
    const TraceEvent *creation = stacks_creation(trace, shown->thread);
    uint32_t step = shown->event == NONE ? 0 : page->steps.data[shown->event], alike = 0;
    Text text = {0};
    for (const ShownStack *other = stacks->data; other < stacks->data + stacks->count; other++)
        if (other == shown || is_same_stack(trace, shown, other))
            text_format(&text, "%s%s", alike++ ? ", " : "", trace->thread_names.data[other->thread]);
    if (*shown_start_routine(trace, shown->thread))
        text_format(&text, ": %s", shown_start_routine(trace, shown->thread));
    text_append(&text, ", ");
    stacks_describe(trace, shown, &text);
    if (step && alike == 1)
        text_format(&text, " (step %u)", step);
    if (creation) {
        text_format(&text, ", created by %s at ", trace->thread_names.data[creation->thread]);
        append_place(trace, &creation->position, &text);
    }
    print_wrapped(page, text_string(&text), out);
    text_free(&text);
}

static void print_frames(const Page *page, uint32_t stack, Text *out)
{
    const Trace *trace = page->trace;
    uint32_t depth = 0;
    for (uint32_t i = stack; i != NO_STACK; i = trace->frames.data[i - 1].caller, depth++) {
        if (depth >= FRAMES_SHOWN)
            continue;
        text_format(out, "    #%u %s ", depth, trace->frames.data[i - 1].position.function);
        append_place(trace, &trace->frames.data[i - 1].position, out);
        text_append_character(out, '\n');
    }
    if (depth > FRAMES_SHOWN)
        text_format(out, "    ... and %u more\n", depth - FRAMES_SHOWN);
}

static void print_stacks(const Page *page, Text *out)
{
    StackList stacks = {0};
    stacks_find(page->trace, &stacks);
    for (uint32_t i = 0; i < stacks.count; i++) {
        bool printed = false;
        for (uint32_t j = 0; j < i && !printed; j++)
            printed = is_same_stack(page->trace, &stacks.data[j], &stacks.data[i]);
        if (printed)
            continue;
        print_stack_heading(page, &stacks.data[i], &stacks, out);
        print_frames(page, stacks.data[i].stack, out);
    }
    vector_free(&stacks);
}

static void print_violation(Page *page, Text *out)
{
    const Trace *trace = page->trace;
    if (*trace->where.file) {
        Text place = {0};
        text_format(&place, "%s:%u:%u: ", trace->where.file, trace->where.line, trace->where.column);
        print_colored(page, COLOR_BOLD, text_string(&place), out);
        text_free(&place);
    }
    const char *words = shown_violation_words(trace->property);
    Text message = {0};
    shown_append_violation(trace, &message);
    print_colored(page, COLOR_ERROR, words, out);
    text_format(out, "%s\n", text_string(&message) + strlen(words));
    text_free(&message);
    print_quotation(page, &trace->where, out);
    print_explanation(page, out);
    print_stacks(page, out);
}

static void print_end(Page *page, Text *out)
{
    const Trace *trace = page->trace;
    switch (trace->end) {
    case TRACE_VIOLATION:
        print_violation(page, out);
        return;
    case TRACE_EXITED:
        text_format(out, "exit status %d\n", trace->exit_status);
        return;
    case TRACE_DISCARDED:
        text_append(out, "the run ends at an assumption that does not hold\n");
        return;
    case TRACE_UNKNOWN:
        text_format(out, "the run stops: %s\n", trace->message);
        return;
    }
}

static uint32_t count_lines(const Text *text)
{
    uint32_t count = 0;
    for (size_t i = 0; i < text->length; i++)
        count += text->data[i] == '\n';
    return count;
}

// The rows with so many of the ranking; returns how many lines they take.
static uint32_t print_ranked(Page *page, uint32_t count, Text *out)
{
    text_clear(out);
    excerpt_take(&page->excerpt, count, &page->shown);
    text_make_rows(page);
    text_print_rows(page, out);
    return count_lines(out);
}

static void say_that_there_is_more(const Page *page, Text *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < page->steps.count; i++)
        count = page->steps.data[i] ? page->steps.data[i] : count;
    text_append_character(out, '(');
    text_append_count(out, count, "step");
    text_append(out, "; --trace=full shows them all)\n");
}

// As many of the ranking as fit. More of them need not be more lines: a fold may go.
static void print_what_fits(Page *page, uint32_t lines, Text *out)
{
    uint32_t fits = 0, limit = page->excerpt.ranking.count < lines ? page->excerpt.ranking.count : lines;
    for (uint32_t step = limit; step; step /= 2)
        while (fits + step <= limit && print_ranked(page, fits + step, out) <= lines)
            fits += step;
    print_ranked(page, fits, out);
    say_that_there_is_more(page, out);
}

static void print_steps(Page *page, uint32_t lines, Text *out)
{
    TraceDetail detail = page->detail;
    page->shown.count = 0;
    for (uint32_t i = 0; i < page->trace->events.count; i++)
        vector_push(&page->shown, detail == TRACE_FULL || page->excerpt.relevant.data[i] ||
                                      page->trace->events.data[i].kind == EVENT_handler);
    if (detail == TRACE_SHORT && page->trace->end == TRACE_VIOLATION)
        excerpt_take(&page->excerpt, 0, &page->shown);
    text_make_rows(page);
    text_print_rows(page, out);
    if (detail == TRACE_NORMAL && page->trace->end == TRACE_VIOLATION && page->rows.count > ROWS_SHOWN &&
        count_lines(out) > lines)
        print_what_fits(page, lines - 1, out);
}

static void page_free(Page *page)
{
    excerpt_free(&page->excerpt);
    vector_free(&page->told);
    vector_free(&page->shown);
    vector_free(&page->steps);
    vector_free(&page->taken);
    vector_free(&page->rows);
    vector_free(&page->columns);
    source_free(&page->sources);
    arena_release(&page->arena);
}

void report_trace_append(const Trace *trace, const ReportOptions *options, Text *out)
{
    Readable readable;
    readable_create(&readable, trace);
    Page page = {.trace = &readable.trace, .color = options->color, .width = options->width, .detail = options->detail};
    Text rest = {0};
    if (trace->program.standard_input)
        source_add(&page.sources, STANDARD_INPUT_NAME, trace->program.standard_input);
    text_find_writers(&page);
    shown_number_steps(page.trace, &page.steps);
    excerpt_find(page.trace, &page.excerpt);
    vector_resize(&page.told, trace->events.count);
    explain_mark(page.trace, page.told.data);
    print_inputs(&page, &rest);
    if (rest.length || page.steps.count)
        text_append_character(&rest, '\n');
    print_end(&page, &rest);
    uint32_t taken = count_lines(&rest);
    print_steps(&page, taken + LINES_OF_STEPS < LINES_SHOWN ? LINES_SHOWN - taken : LINES_OF_STEPS, out);
    text_append_bytes(out, text_string(&rest), rest.length);
    text_free(&rest);
    page_free(&page);
    readable_free(&readable);
}

void report_trace_text(const Trace *trace, const ReportOptions *options, FILE *stream)
{
    Text text = {0};
    report_trace_append(trace, options, &text);
    fwrite(text_string(&text), 1, text.length, stream);
    text_free(&text);
}
