// Where the rows stand. Best is a column of source lines beside those of the threads; then source lines within the
// columns; then one column that names the thread in each row.
#include <string.h>

#include "report/text_page.h"

enum {
    GAP = 2,             // between columns
    COLUMN_MINIMUM = 28, // below that, columns are given up
    COLUMN_MAXIMUM = 60, // longer texts are wrapped
    COLUMN_COUNT = 6,    // as many fit where the width is not limited
    SOURCE_MINIMUM = 18, // below that, source lines have no column of their own
    SOURCE_MAXIMUM = 44, // more only where there is room
    QUOTE_INDENT = 2,    // of events under their source line
    WRAP_INDENT = 4,
    TITLE_MAXIMUM = 20, // of a thread, in front of each row
};

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

static unsigned minimum(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned maximum(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static char *title_of(Page *page, uint32_t column)
{
    Text text = {0};
    shown_append_title(page->trace, page->columns.data[column].thread, &text);
    char *title = arena_copy_string(&page->arena, text_string(&text));
    text_free(&text);
    return title;
}

// In front of the rows: the numbers of steps and the lines.
static unsigned margin(const Page *page)
{
    return page->step_width + GAP + page->label_width;
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
        page->name_width = maximum(page->name_width, display_width(page->columns.data[i].name));
        widest = maximum(widest, page->columns.data[i].width);
    }
    unsigned used = margin(page) + GAP + page->name_width + GAP;
    unsigned available = !width ? COLUMN_MAXIMUM : width > used + COLUMN_MINIMUM ? width - used : COLUMN_MINIMUM;
    page->single = true;
    page->single_width = minimum(widest, available);
}

// A row names its thread by its start routine, too, where there is room for that.
static void measure_names(Page *page)
{
    bool titled = true;
    for (uint32_t i = 0; i < page->columns.count; i++) {
        Column *column = &page->columns.data[i];
        column->title = title_of(page, i);
        titled &= display_width(column->title) <= TITLE_MAXIMUM;
    }
    for (uint32_t i = 0; i < page->columns.count; i++)
        page->columns.data[i].name =
            titled ? page->columns.data[i].title : page->trace->thread_names.data[page->columns.data[i].thread];
    page->step_width = 0;
    for (uint32_t i = 0; i < page->rows.count; i++) {
        unsigned digits = 1;
        for (uint32_t number = page->rows.data[i].step; number >= 10; number /= 10)
            digits++;
        page->step_width = maximum(page->step_width, 1 + digits);
    }
}

// The widths that the columns would like to have; returns that of the source lines.
static unsigned measure(Page *page)
{
    unsigned source = 0;
    page->longest_source = 0;
    for (uint32_t i = 0; i < page->columns.count; i++) {
        page->columns.data[i].width = display_width(page->columns.data[i].title);
        page->columns.data[i].longest_source = 0;
    }
    for (uint32_t i = 0; i < page->rows.count; i++) {
        const Row *row = &page->rows.data[i];
        if (row->across)
            continue;
        Column *column = &page->columns.data[row->column];
        unsigned line = display_width(row->source);
        unsigned quotation = minimum(line, SOURCE_MAXIMUM);
        unsigned what = display_width(row->what) + (page->quoted ? QUOTE_INDENT : 0);
        page->label_width = maximum(page->label_width, display_width(row->label));
        column->width = maximum(column->width, minimum(what, COLUMN_MAXIMUM));
        if (page->quoted)
            column->width = maximum(column->width, quotation);
        source = maximum(source, quotation);
        column->longest_source = maximum(column->longest_source, line);
        page->longest_source = maximum(page->longest_source, line);
    }
    return source;
}

// Gives the source lines what the columns leave over. False if the columns do not fit, or too little is left.
static bool place_source(Page *page, unsigned width, unsigned source)
{
    unsigned used = margin(page) + columns_width(page) + (source ? GAP : 0);
    unsigned room = !width ? source : width >= used ? width - used : 0;
    if ((width && used > width) || room < minimum(source, SOURCE_MINIMUM))
        return false;
    page->source_width = minimum(width ? page->longest_source : source, room);
    return true;
}

// What the columns leave over goes to those whose source lines would be cut.
static void widen_for_source(Page *page, unsigned available)
{
    for (uint32_t i = 0; i < page->columns.count; i++) {
        Column *column = &page->columns.data[i];
        unsigned used = columns_width(page), spare = available > used ? available - used : 0;
        column->width = maximum(column->width, minimum(column->longest_source, column->width + spare));
    }
}

// Best is a column of source lines beside those of the threads; then source lines within the columns; then one column.
static void lay_out(Page *page, unsigned width)
{
    page->label_width = page->source_width = page->single_width = page->name_width = 0;
    page->quoted = page->single = false;
    measure_names(page);
    unsigned source = measure(page);
    unsigned available = width > margin(page) ? width - margin(page) : 0;
    bool crowded = !width && page->columns.count > COLUMN_COUNT;
    if (!crowded && place_source(page, width, source))
        return;
    page->quoted = source;
    measure(page);
    if (!crowded && (columns_width(page) <= available || share_width(page, available))) {
        widen_for_source(page, available);
        return;
    }
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
    return margin(page) + (page->source_width ? GAP + page->source_width : 0) + GAP;
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
        const char *name = page->columns.data[i].title;
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

size_t text_wrap_bytes(const char *text, unsigned width)
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

// What the explanation speaks of is marked.
static void print_step(const Page *page, const Row *row, Line *line)
{
    Text number = {0};
    if (row->told)
        line_put(line, 0, COLOR_ERROR, ">", 1);
    if (row->step)
        text_format(&number, "%u", row->step);
    line_put(line, page->step_width - (unsigned)number.length, COLOR_DIM, text_string(&number), number.length);
    text_free(&number);
}

static void print_row(const Page *page, const Row *row, Text *out)
{
    if (row->across) {
        Line line = {out, 0, page->color};
        line_put(&line, margin(page) + GAP, row->color, row->what, strlen(row->what));
        text_append_character(out, '\n');
        return;
    }
    unsigned at = column_at(page, row->column);
    unsigned width = page->single ? page->single_width : page->columns.data[row->column].width;
    unsigned indent = page->quoted ? QUOTE_INDENT : 0;
    Line line = {out, 0, page->color};
    print_step(page, row, &line);
    line_put(&line, margin(page) - display_width(row->label), "", row->label, strlen(row->label));
    if (page->source_width)
        print_source(row, &line, margin(page) + GAP, page->source_width);
    if (page->single && (*row->source || !page->quoted || !row->step)) {
        const char *name = page->columns.data[row->column].name;
        line_put(&line, first_column_at(page), row->color, name, strlen(name));
    }
    if (page->quoted && *row->source) {
        print_source(row, &line, at, width);
        text_append_character(out, '\n');
        line.at = 0;
    }
    for (const char *rest = row->what;;) {
        size_t bytes = text_wrap_bytes(rest, width - indent);
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

void text_print_rows(Page *page, Text *out)
{
    if (!page->rows.count)
        return;
    lay_out(page, page->width);
    print_heading(page, out);
    for (uint32_t i = 0; i < page->rows.count; i++) {
        if (page->rows.data[i].follows_change)
            text_append_character(out, '\n');
        print_row(page, &page->rows.data[i], out);
        if (page->left_out && i + 1 == page->rows_at_start) {
            text_append(out, "\n... ");
            text_append_count(out, page->left_out, "event");
            text_append(out, " left out ...\n\n");
        }
    }
}
