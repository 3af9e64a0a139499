// The terms of a recorded run: a list in which each has its operands before it, as [kind, width, operands..., number or
// name]. Everything that building a term takes for granted (kinds, operands that exist, widths that fit) is checked
// here first.
#include "base/fail.h"
#include "base/memory.h"
#include "trace/format.h"
#include "trace/reader.h"

enum { WIDTH_LIMIT = 64, OPERAND_LIMIT = 3 };

typedef struct Description {
    TermKind kind;
    uint32_t width;
    uint32_t operand_count;
    Term operands[OPERAND_LIMIT];
    uint32_t widths[OPERAND_LIMIT]; // of the operands
    uint64_t number;                // of a constant or extract
    const char *name;               // of a symbol
} Description;

// A line of the list, as it is read from left to right.
typedef struct Line {
    const json_t *list;
    size_t next;
} Line;

static const json_t *take(Reader *reader, Line *line)
{
    const json_t *value = json_array_get(line->list, line->next++);
    if (!value)
        reader_fail(reader, "", "is too short");
    return value;
}

static uint64_t take_number(Reader *reader, Line *line, const char *what, uint64_t limit)
{
    const json_t *value = take(reader, line);
    return reader->failed ? 0 : reader_number(reader, what, value, limit);
}

static void take_operand(Reader *reader, Line *line, uint32_t available, Description *term)
{
    uint64_t number = take_number(reader, line, "operand", UINT64_MAX);
    if (number >= available)
        reader_fail(reader, "", "has an operand that does not stand before it");
    if (reader->failed)
        return;
    term->operands[term->operand_count] = reader->terms[number];
    term->widths[term->operand_count++] = term_width(reader->trace->terms, reader->terms[number]);
}

// Whether the widths are those of the operation.
static bool widths_fit(const Description *term)
{
    uint32_t width = term->width;
    const uint32_t *widths = term->widths;
    switch (term->kind) {
    case TERM_constant:
        return width == WIDTH_LIMIT || !(term->number >> width);
    case TERM_symbol:
        return true;
    case TERM_equal:
    case TERM_ult:
    case TERM_slt:
        return width == 1 && widths[0] == widths[1];
    case TERM_ite:
        return widths[0] == 1 && widths[1] == width && widths[2] == width;
    case TERM_concat:
        return widths[0] + widths[1] == width;
    case TERM_extract:
        return term->number + width <= widths[0];
    case TERM_zero_extend:
    case TERM_sign_extend:
        return widths[0] <= width;
    default:
        for (uint32_t i = 0; i < term->operand_count; i++)
            if (widths[i] != width)
                return false;
        return true;
    }
}

static void read_line(Reader *reader, const json_t *list, uint32_t available, Description *term)
{
    Line line = {.list = list};
    if (!json_is_array(list)) {
        reader_fail(reader, "", "is not a list");
        return;
    }
    const json_t *kind = take(reader, &line);
    if (kind)
        term->kind = (TermKind)reader_find_word(reader, "kind", kind, trace_term_names, TERM_KIND_COUNT);
    if (reader->failed)
        return;
    term->width = (uint32_t)take_number(reader, &line, "width", WIDTH_LIMIT);
    if (!term->width)
        reader_fail(reader, "width", "is not from 1 to 64");
    for (uint32_t i = 0; i < trace_term_operands[term->kind]; i++)
        take_operand(reader, &line, available, term);
    if (term->kind == TERM_constant || term->kind == TERM_extract)
        term->number = take_number(reader, &line, "number", term->kind == TERM_extract ? WIDTH_LIMIT : UINT64_MAX);
    if (term->kind == TERM_symbol) {
        const json_t *name = take(reader, &line);
        if (name && !json_is_string(name))
            reader_fail(reader, "name", "is not a string");
        term->name = json_string_value(name);
    }
    if (!reader->failed && line.next != json_array_size(list))
        reader_fail(reader, "", "is too long");
    if (!reader->failed && !widths_fit(term))
        reader_fail(reader, "", "has a width that does not fit its operands");
}

static Term build(TermTable *terms, const Description *term)
{
    if (term->kind == TERM_symbol)
        return term_symbol(terms, term->width, *term->name ? term->name : NULL);
    return term_rebuild(terms, term->kind, term->width, term->operands, term->number);
}

void reader_load_terms(Reader *reader, json_t *list)
{
    size_t count = json_array_size(list);
    reader->trace->terms = terms_create();
    if (count >= UINT32_MAX / 2) {
        reader_fail(reader, "terms", "is too long");
        return;
    }
    reader->terms = memory_allocate((count + 1) * sizeof *reader->terms);
    reader->parent = "terms";
    for (size_t i = 0; i < count; i++) {
        Description term = {0};
        reader->index = i;
        read_line(reader, json_array_get(list, i), (uint32_t)i, &term);
        if (reader->failed)
            break;
        reader->terms[i] = build(reader->trace->terms, &term);
        reader->term_count++;
    }
    reader_leave(reader);
}
