// Terms as expressions of C. Everything is computed in unsigned long long, and what has fewer bits is cut to them, so that
// no conversion of C changes a value; only the operands of comparisons with a sign have types of their own.
#include <inttypes.h>

#include "term/table.h"

typedef struct Writer {
    const TermTable *terms;
    Text *out;
    bool failed;
    uint32_t parts;
} Writer;

enum { PART_LIMIT = 200 };

static void write(Writer *writer, Term term);

static const char *type_of(uint32_t width, bool has_sign)
{
    switch (width) {
    case 8:
        return has_sign ? "signed char" : "unsigned char";
    case 16:
        return has_sign ? "short" : "unsigned short";
    case 32:
        return has_sign ? "int" : "unsigned int";
    case 64:
        return has_sign ? "long long" : "unsigned long long";
    default:
        return NULL;
    }
}

static void write_infix(Writer *writer, Term a, const char *operator, Term b)
{
    text_append_character(writer->out, '(');
    write(writer, a);
    text_append(writer->out, operator);
    write(writer, b);
    text_append_character(writer->out, ')');
}

// Of so many bits, whatever the expression in the text before has.
static void write_cut(Writer *writer, uint32_t width)
{
    if (width > 1 && width < 64)
        text_format(writer->out, " & 0x%" PRIx64 "ULL", ((uint64_t)1 << width) - 1);
    text_append_character(writer->out, ')');
}

static void write_sum(Writer *writer, const TermNode *node, const char *operator)
{
    text_append_character(writer->out, '(');
    write_infix(writer, node->operands[0], operator, node->operands[1]);
    write_cut(writer, node->width);
}

static void write_prefix(Writer *writer, const TermNode *node, const char *operator)
{
    text_format(writer->out, "(%s", operator);
    write(writer, node->operands[0]);
    write_cut(writer, node->width);
}

// As a number with a sign.
static void write_signed(Writer *writer, Term term)
{
    const TermNode *node = table_node(writer->terms, term);
    const char *type = type_of(node->width, true);
    if (!type) {
        writer->failed = true;
    } else if (node->kind == TERM_constant) {
        int64_t number = value_signed(table_node_value(node), node->width);
        if (number == INT64_MIN)
            text_append(writer->out, "(-9223372036854775807LL - 1)");
        else
            text_format(writer->out, "%" PRId64 "%s", number, node->width == 64 ? "LL" : "");
    } else {
        text_format(writer->out, "(%s)", type);
        write(writer, term);
    }
}

static void write_comparison(Writer *writer, const TermNode *node, const char *operator)
{
    text_append_character(writer->out, '(');
    write_signed(writer, node->operands[0]);
    text_append(writer->out, operator);
    write_signed(writer, node->operands[1]);
    text_append_character(writer->out, ')');
}

static void write_extended(Writer *writer, const TermNode *node)
{
    text_append_character(writer->out, '(');
    text_append(writer->out, "(unsigned long long)");
    write_signed(writer, node->operands[0]);
    write_cut(writer, node->width);
}

static void write_choice(Writer *writer, const TermNode *node)
{
    text_append_character(writer->out, '(');
    write(writer, node->operands[0]);
    text_append(writer->out, " ? ");
    write(writer, node->operands[1]);
    text_append(writer->out, " : ");
    write(writer, node->operands[2]);
    text_append_character(writer->out, ')');
}

static void write_symbol(Writer *writer, Term term, uint32_t width)
{
    const char *type = type_of(width, false);
    writer->failed |= !type;
    text_format(writer->out, "%s(%s)%s", width < 32 ? "(unsigned long long)" : "", type ? type : "",
                term_symbol_name(writer->terms, term));
}

static void write_logical(Writer *writer, const TermNode *node)
{
    static const char *const operators[TERM_KIND_COUNT][2] = {
        [TERM_and] = {" & ", " && "}, [TERM_or] = {" | ", " || "}, [TERM_xor] = {" ^ ", " != "}};
    write_infix(writer, node->operands[0], operators[node->kind][node->width == 1], node->operands[1]);
}

static void write(Writer *writer, Term term)
{
    const TermNode *node = table_node(writer->terms, term);
    if (writer->failed || ++writer->parts > PART_LIMIT) {
        writer->failed = true;
        return;
    }
    switch ((TermKind)node->kind) {
    case TERM_constant:
        text_format(writer->out, "%" PRIu64 "%s", table_node_value(node), node->width == 1 ? "" : "ULL");
        break;
    case TERM_symbol:
        write_symbol(writer, term, node->width);
        break;
    case TERM_not:
        write_prefix(writer, node, node->width == 1 ? "!" : "~");
        break;
    case TERM_negate:
        write_prefix(writer, node, "-");
        break;
    case TERM_and:
    case TERM_or:
    case TERM_xor:
        write_logical(writer, node);
        break;
    case TERM_add:
        write_sum(writer, node, " + ");
        break;
    case TERM_mul:
        write_sum(writer, node, " * ");
        break;
    case TERM_equal:
        write_infix(writer, node->operands[0], " == ", node->operands[1]);
        break;
    case TERM_ult:
        write_infix(writer, node->operands[0], " < ", node->operands[1]);
        break;
    case TERM_slt:
        write_comparison(writer, node, " < ");
        break;
    case TERM_ite:
        write_choice(writer, node);
        break;
    case TERM_zero_extend:
        write(writer, node->operands[0]);
        break;
    case TERM_sign_extend:
        write_extended(writer, node);
        break;
    default:
        writer->failed = true;
    }
}

bool term_append_c(const TermTable *terms, Term term, Text *out)
{
    Writer writer = {.terms = terms, .out = out};
    write(&writer, term);
    return !writer.failed;
}
