// A run for people: one row per event, one column per thread, beside the line of the source it comes from. Rows in
// a line of the source follow each other without repeating it; an empty line marks a change of thread. Where the
// terminal is too narrow for that many columns, one column names the thread in each row.
#include <string.h>

#include "base/arena.h"
#include "base/fail.h"
#include "report/arrows.h"
#include "report/explain.h"
#include "report/relevant.h"
#include "report/report.h"
#include "report/shown.h"
#include "report/source.h"

enum {
    GAP = 2,             // between columns
    COLUMN_MINIMUM = 28, // below that, columns are given up
    COLUMN_MAXIMUM = 60, // longer texts are wrapped
    COLUMN_COUNT = 6,    // as many fit where the width is not limited
    SOURCE_MINIMUM = 24, // below that, source lines have no column of their own
    SOURCE_MAXIMUM = 44,
    QUOTE_INDENT = 2, // of events under their source line
    WRAP_INDENT = 4,
    ROWS_AT_START = 100, // of a long run, what is shown
    ROWS_AT_END = 300,
    INPUTS_SHOWN = 40,
};

#define COLOR_RESET "\033[0m"
#define COLOR_BOLD "\033[1m"
#define COLOR_DIM "\033[2m"
#define COLOR_ERROR "\033[1;31m"
#define COLOR_CARET "\033[1;32m"

static const char *const thread_colors[] = {"\033[36m", "\033[33m", "\033[35m", "\033[32m", "\033[34m"};

typedef struct Row {
    uint32_t column;
    const char *label;  // the position; "" where it is that of the row above
    const char *source; // the line there, or ""
    const char *what;
    const char *color;
    bool follows_change; // of thread
} Row;

typedef struct Column {
    uint32_t thread;
    unsigned width;
} Column;

// Everything that is known before the first line is printed.
typedef struct Page {
    const Trace *trace;
    bool color;
    unsigned width;         // of the terminal; 0: unlimited
    Relevance relevant;     // by event
    VECTOR(uint32_t) taken; // by event: the write of another thread whose value it reads, or UINT32_MAX
    Arena arena;
    SourceCache sources;
    VECTOR(Row) rows;
    VECTOR(Column) columns; // one per thread with events
    uint32_t rows_at_start; // before what is left out
    uint32_t left_out;      // events that have no row
    unsigned label_width;
    unsigned source_width; // 0: source lines have no column of their own
    bool quoted;           // they stand in the threads' columns, above the events
    bool single;           // one column for all threads, of these widths
    unsigned single_width;
    unsigned name_width; // of the threads, in front of it
} Page;

// A line being put together; spaces are held back, so that no line ends in one.
typedef struct Line {
    Text *out;
    unsigned at;
    bool color;
} Line;

static unsigned display_width(const char *text)
{
    unsigned width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

// Bytes of the first `width` characters.
static size_t prefix_bytes(const char *text, unsigned width)
{
    size_t bytes = 0;
    while (text[bytes]) {
        if (((unsigned char)text[bytes] & 0xc0) != 0x80 && !width--)
            break;
        bytes++;
    }
    return bytes;
}

static void line_put(Line *line, unsigned column, const char *color, const char *text, size_t bytes)
{
    if (!bytes)
        return;
    for (; line->at < column; line->at++)
        text_append_character(line->out, ' ');
    bool colored = line->color && *color;
    if (colored)
        text_append(line->out, color);
    text_append_bytes(line->out, text, bytes);
    for (size_t i = 0; i < bytes; i++)
        line->at += ((unsigned char)text[i] & 0xc0) != 0x80;
    if (colored)
        text_append(line->out, COLOR_RESET);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// Whether all events happen in one file; then lines are enough to say where.
static bool has_one_file(const TraceEvent *const *events, uint32_t count)
{
    const char *file = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const TracePosition *position = &events[i]->position;
        if (!*position->file)
            continue;
        if (file && strcmp(file, position->file))
            return false;
        file = position->file;
    }
    return true;
}

static uint32_t find_column(Page *page, uint32_t thread)
{
    for (uint32_t i = 0; i < page->columns.count; i++)
        if (page->columns.data[i].thread == thread)
            return i;
    CHECK(thread < page->trace->thread_names.count);
    vector_push(&page->columns, (Column){.thread = thread});
    return page->columns.count - 1;
}

static void find_writers(Page *page)
{
    const Trace *trace = page->trace;
    ArrowList arrows = {0};
    arrows_find(trace, &arrows);
    for (uint32_t i = 0; i < trace->events.count; i++)
        vector_push(&page->taken, UINT32_MAX);
    for (uint32_t i = 0; i < arrows.count; i++)
        if (arrows.data[i].kind == ARROW_VALUE &&
            trace->events.data[arrows.data[i].from].thread != trace->events.data[arrows.data[i].to].thread)
            page->taken.data[arrows.data[i].to] = arrows.data[i].from;
    vector_free(&arrows);
}

static bool same_line(const TracePosition *a, const TracePosition *b)
{
    return a->line == b->line && !strcmp(a->file, b->file);
}

static void label_row(Page *page, Row *row, const TracePosition *position, bool one_file)
{
    Text text = {0};
    row->label = one_file ? arena_format(&page->arena, "%u", position->line)
                          : arena_format(&page->arena, "%s:%u", base_name(position->file), position->line);
    source_append_trimmed(&page->sources, position->file, position->line, &text);
    row->source = arena_copy_string(&page->arena, text_string(&text));
    text_free(&text);
}

// Who wrote the value that is read, where it is another thread.
static void append_writer(const Page *page, const TraceEvent *event, bool one_file, Text *out)
{
    uint32_t index = page->taken.data[event - page->trace->events.data];
    if (index == UINT32_MAX)
        return;
    const TraceEvent *writer = &page->trace->events.data[index];
    text_format(out, " (by %s", page->trace->thread_names.data[writer->thread]);
    if (writer->position.line && one_file)
        text_format(out, ", line %u", writer->position.line);
    else if (writer->position.line)
        text_format(out, ", %s:%u", base_name(writer->position.file), writer->position.line);
    text_append_character(out, ')');
}

static void make_row(Page *page, const TraceEvent *event, const TraceEvent *before, bool one_file)
{
    Row row = {.column = find_column(page, event->thread), .label = "", .source = "", .color = ""};
    row.follows_change = before && before->thread != event->thread;
    Text text = {0};
    if (event->position.line && (!before || row.follows_change || !same_line(&before->position, &event->position)))
        label_row(page, &row, &event->position, one_file);
    if (event->kind == EVENT_violation && page->trace->end == TRACE_VIOLATION) {
        text_append(&text, shown_violation_words(page->trace->property));
        row.color = COLOR_ERROR;
    } else {
        trace_event_describe(event, &text);
        append_writer(page, event, one_file, &text);
        row.color = thread_colors[row.column % (sizeof thread_colors / sizeof *thread_colors)];
    }
    if (*event->locks)
        text_format(&text, "  [%s]", event->locks);
    row.what = arena_copy_string(&page->arena, text_string(&text));
    text_free(&text);
    vector_push(&page->rows, row);
}

// One row for steps of a thread that play no part.
static void make_folded_row(Page *page, uint32_t thread, uint32_t count, const TraceEvent *before)
{
    Row row = {.column = find_column(page, thread), .label = "", .source = "", .color = COLOR_DIM};
    row.follows_change = before && before->thread != thread;
    row.what = arena_format(&page->arena, "... %u step%s that play%s no part", count, count == 1 ? "" : "s",
                            count == 1 ? "s" : "");
    vector_push(&page->rows, row);
}

typedef VECTOR(const TraceEvent *) EventList;

static bool is_folded(const Page *page, const TraceEvent *event)
{
    return !page->relevant.data[event - page->trace->events.data];
}

// Makes the rows of some events that follow each other. After folded steps the line of the source is shown again.
static void make_rows_of(Page *page, const TraceEvent *const *events, uint32_t count, bool one_file)
{
    const TraceEvent *before = NULL;
    for (uint32_t i = 0; i < count;) {
        uint32_t folded = 0;
        while (i + folded < count && is_folded(page, events[i + folded]) &&
               events[i + folded]->thread == events[i]->thread)
            folded++;
        if (folded)
            make_folded_row(page, events[i]->thread, folded, before);
        else
            make_row(page, events[i], before, one_file);
        i += folded ? folded : 1;
        before = events[i - 1];
    }
}

static void make_rows(Page *page)
{
    const Trace *trace = page->trace;
    EventList shown = {0};
    uint32_t inputs = 0;
    for (uint32_t i = 0; i < trace->events.count; i++)
        if (shown_event(trace, &trace->events.data[i], &inputs) && trace->events.data[i].kind != EVENT_start)
            vector_push(&shown, &trace->events.data[i]);
    bool one_file = has_one_file(shown.data, shown.count);
    uint32_t at_start = shown.count;
    if (shown.count > ROWS_AT_START + ROWS_AT_END) {
        at_start = ROWS_AT_START;
        page->left_out = shown.count - ROWS_AT_START - ROWS_AT_END;
    }
    make_rows_of(page, shown.data, at_start, one_file);
    page->rows_at_start = page->rows.count;
    if (page->left_out)
        make_rows_of(page, shown.data + at_start + page->left_out, ROWS_AT_END, one_file);
    vector_free(&shown);
}

static unsigned minimum(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned maximum(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static unsigned columns_width(const Page *page)
{
    unsigned total = 0;
    if (page->single)
        return GAP + page->name_width + GAP + page->single_width;
    for (uint32_t i = 0; i < page->columns.count; i++)
        total += GAP + page->columns.data[i].width;
    return total;
}

// Columns that need less than an equal share leave the rest to the others. False if a share is too small.
static bool share_width(Page *page, unsigned available)
{
    unsigned count = page->columns.count;
    unsigned share = available / count > GAP ? available / count - GAP : 0;
    if (share < COLUMN_MINIMUM)
        return false;
    unsigned spare = 0, hungry = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (page->columns.data[i].width <= share)
            spare += share - page->columns.data[i].width;
        else
            hungry++;
    }
    for (uint32_t i = 0; i < count; i++)
        if (page->columns.data[i].width > share)
            page->columns.data[i].width = minimum(page->columns.data[i].width, share + spare / hungry);
    return true;
}

static void use_single_column(Page *page, unsigned width)
{
    unsigned widest = 0;
    for (uint32_t i = 0; i < page->columns.count; i++) {
        const char *name = page->trace->thread_names.data[page->columns.data[i].thread];
        page->name_width = maximum(page->name_width, display_width(name));
        widest = maximum(widest, page->columns.data[i].width);
    }
    unsigned used = page->label_width + GAP + page->name_width + GAP;
    unsigned available = !width ? COLUMN_MAXIMUM : width > used + COLUMN_MINIMUM ? width - used : COLUMN_MINIMUM;
    page->single = true;
    page->single_width = minimum(widest, available);
}

// The widths that the columns would like to have; returns that of the source lines.
static unsigned measure(Page *page)
{
    unsigned source = 0;
    for (uint32_t i = 0; i < page->columns.count; i++)
        page->columns.data[i].width = display_width(page->trace->thread_names.data[page->columns.data[i].thread]);
    for (uint32_t i = 0; i < page->rows.count; i++) {
        const Row *row = &page->rows.data[i];
        Column *column = &page->columns.data[row->column];
        unsigned quotation = minimum(display_width(row->source), SOURCE_MAXIMUM);
        unsigned what = display_width(row->what) + (page->quoted ? QUOTE_INDENT : 0);
        page->label_width = maximum(page->label_width, display_width(row->label));
        column->width = maximum(column->width, minimum(what, COLUMN_MAXIMUM));
        if (page->quoted)
            column->width = maximum(column->width, quotation);
        source = maximum(source, quotation);
    }
    return source;
}

// Gives the source lines what the columns leave over. False if the columns do not fit, or too little is left.
static bool place_source(Page *page, unsigned width, unsigned source)
{
    unsigned used = page->label_width + columns_width(page) + (source ? GAP : 0);
    unsigned room = !width ? source : width >= used ? width - used : 0;
    if ((width && used > width) || room < minimum(source, SOURCE_MINIMUM))
        return false;
    page->source_width = minimum(source, room);
    return true;
}

// Best is a column of source lines beside those of the threads; then source lines within the columns; then one column.
static void lay_out(Page *page, unsigned width)
{
    unsigned source = measure(page);
    unsigned available = width > page->label_width ? width - page->label_width : 0;
    bool crowded = !width && page->columns.count > COLUMN_COUNT;
    if (!crowded && place_source(page, width, source))
        return;
    page->quoted = source;
    measure(page);
    if (!crowded && (columns_width(page) <= available || share_width(page, available)))
        return;
    page->quoted = false;
    measure(page);
    use_single_column(page, width);
    if (place_source(page, width, source))
        return;
    page->quoted = source;
    measure(page);
    use_single_column(page, width);
}

static unsigned first_column_at(const Page *page)
{
    return page->label_width + (page->source_width ? GAP + page->source_width : 0) + GAP;
}

static unsigned column_at(const Page *page, uint32_t column)
{
    unsigned at = first_column_at(page);
    if (page->single)
        return at + page->name_width + GAP;
    for (uint32_t i = 0; i < column; i++)
        at += page->columns.data[i].width + GAP;
    return at;
}

static void print_heading(const Page *page, Text *out)
{
    if (page->single)
        return;
    Line names = {out, 0, page->color};
    for (uint32_t i = 0; i < page->columns.count; i++) {
        const char *name = page->trace->thread_names.data[page->columns.data[i].thread];
        line_put(&names, column_at(page, i), COLOR_BOLD, name, prefix_bytes(name, page->columns.data[i].width));
    }
    text_append_character(out, '\n');
    Line rules = {out, 0, false};
    Text rule = {0};
    for (uint32_t i = 0; i < page->columns.count; i++) {
        text_clear(&rule);
        for (unsigned j = 0; j < page->columns.data[i].width; j++)
            text_append_character(&rule, '-');
        line_put(&rules, column_at(page, i), "", text_string(&rule), rule.length);
    }
    text_free(&rule);
    text_append_character(out, '\n');
}

// Bytes of `text` that go on a line of `width`: up to a space where there is one.
static size_t wrap_bytes(const char *text, unsigned width)
{
    size_t fits = prefix_bytes(text, width);
    if (!text[fits])
        return fits;
    for (size_t i = fits; i > 0; i--)
        if (text[i] == ' ' && text[i - 1] != ' ')
            return i;
    return fits;
}

static void print_source(const Row *row, Line *line, unsigned at, unsigned width)
{
    if (display_width(row->source) <= width) {
        line_put(line, at, COLOR_DIM, row->source, strlen(row->source));
        return;
    }
    Text shortened = {0};
    text_append_bytes(&shortened, row->source, prefix_bytes(row->source, width - 3));
    text_append(&shortened, "...");
    line_put(line, at, COLOR_DIM, text_string(&shortened), shortened.length);
    text_free(&shortened);
}

static void print_row(const Page *page, const Row *row, Text *out)
{
    unsigned at = column_at(page, row->column);
    unsigned width = page->single ? page->single_width : page->columns.data[row->column].width;
    unsigned indent = page->quoted ? QUOTE_INDENT : 0;
    Line line = {out, 0, page->color};
    line_put(&line, page->label_width - display_width(row->label), "", row->label, strlen(row->label));
    if (page->source_width)
        print_source(row, &line, page->label_width + GAP, page->source_width);
    if (page->single && (*row->source || !page->quoted)) {
        const char *name = page->trace->thread_names.data[page->columns.data[row->column].thread];
        line_put(&line, first_column_at(page), row->color, name, strlen(name));
    }
    if (page->quoted && *row->source) {
        print_source(row, &line, at, width);
        text_append_character(out, '\n');
        line.at = 0;
    }
    for (const char *rest = row->what;;) {
        size_t bytes = wrap_bytes(rest, width - indent);
        line_put(&line, at + indent, row->color, rest, bytes);
        text_append_character(out, '\n');
        rest += bytes;
        while (*rest == ' ')
            rest++;
        if (!*rest)
            return;
        line.at = 0;
        indent = WRAP_INDENT;
    }
}

static void print_rows(const Page *page, Text *out)
{
    for (uint32_t i = 0; i < page->rows.count; i++) {
        if (page->rows.data[i].follows_change)
            text_append_character(out, '\n');
        print_row(page, &page->rows.data[i], out);
        if (page->left_out && i + 1 == page->rows_at_start)
            text_format(out, "\n... %u events left out ...\n\n", page->left_out);
    }
}

static void print_input(const TraceInput *input, Text *out)
{
    text_format(out, "  %s = ", *input->name ? input->name : "(unnamed)");
    trace_format_input(input->value, input->bits, out);
    if (input->origin == INPUT_UNINITIALISED)
        text_append(out, " (uninitialised)");
    if (input->position.line) {
        text_append(out, " at ");
        trace_position_describe(&input->position, out);
    }
    text_append_character(out, '\n');
}

// What the program asked for comes first.
static void print_inputs(const Page *page, Text *out)
{
    const Trace *trace = page->trace;
    uint32_t printed = 0;
    if (trace->inputs.count)
        text_append(out, trace->events.count ? "\ninputs:\n" : "inputs:\n");
    for (int uninitialised = 0; uninitialised < 2; uninitialised++) {
        for (uint32_t i = 0; i < trace->inputs.count && printed < INPUTS_SHOWN; i++) {
            if ((trace->inputs.data[i].origin == INPUT_UNINITIALISED) == uninitialised) {
                print_input(&trace->inputs.data[i], out);
                printed++;
            }
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

static void print_explanation(const Page *page, Text *out)
{
    Text text = {0};
    explain_append(page->trace, &text);
    for (const char *rest = text_string(&text); *rest; rest += strspn(rest, " ")) {
        size_t bytes = page->width ? wrap_bytes(rest, page->width) : strlen(rest);
        text_append_bytes(out, rest, bytes);
        text_append_character(out, '\n');
        rest += bytes;
    }
    text_free(&text);
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
}

static void print_end(Page *page, Text *out)
{
    const Trace *trace = page->trace;
    if (out->length)
        text_append_character(out, '\n');
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

void report_trace_text(const Trace *trace, const ReportOptions *options, FILE *stream)
{
    Page page = {.trace = trace, .color = options->color, .width = options->width};
    Text out = {0};
    if (trace->program.standard_input)
        source_add(&page.sources, STANDARD_INPUT_NAME, trace->program.standard_input);
    find_writers(&page);
    if (!options->everything)
        relevant_find(trace, &page.relevant);
    for (uint32_t i = page.relevant.count; i < trace->events.count; i++)
        vector_push(&page.relevant, true);
    make_rows(&page);
    if (page.rows.count) {
        lay_out(&page, options->width);
        print_heading(&page, &out);
        print_rows(&page, &out);
    }
    print_inputs(&page, &out);
    print_end(&page, &out);
    fwrite(text_string(&out), 1, out.length, stream);
    text_free(&out);
    vector_free(&page.relevant);
    vector_free(&page.taken);
    vector_free(&page.rows);
    vector_free(&page.columns);
    source_free(&page.sources);
    arena_release(&page.arena);
}
