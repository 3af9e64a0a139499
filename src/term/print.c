// Terms as text: for people, in the notation of C with a `u` after unsigned operators, and as SMT-LIB 2 for other
// solvers.
#include <inttypes.h>

#include "term/table.h"

// A term shares its parts, its text does not: what people see is cut off after this many parts.
enum { PRINTED_PART_LIMIT = 2000 };

typedef struct Piece {
    Term term; // NO_TERM: `text` is written
    bool outermost;
    const char *text; // NULL: the range of bits `high` to `low`
    uint8_t high, low;
} Piece;

typedef struct Printer {
    const TermTable *terms;
    Text *out;
    VECTOR(Piece) pieces; // the next one last
} Printer;

static void push_text(Printer *printer, const char *text)
{
    vector_push(&printer->pieces, (Piece){.text = text});
}

static void push_term(Printer *printer, Term term)
{
    vector_push(&printer->pieces, (Piece){.term = term});
}

static void print_constant(const TermNode *node, Text *out)
{
    uint64_t value = table_node_value(node);
    int64_t number = value_signed(value, node->width);
    if (node->width == 1)
        text_append(out, value ? "true" : "false");
    else if (number > -65536)
        text_format(out, "%" PRId64, number);
    else
        text_format(out, "0x%" PRIx64, value);
}

static void print_infix(Printer *printer, bool outermost, Term a, const char *operator, Term b)
{
    if (!outermost) {
        text_append_character(printer->out, '(');
        push_text(printer, ")");
    }
    push_term(printer, b);
    push_text(printer, operator);
    push_term(printer, a);
}

static void print_prefix(Printer *printer, const char *operator, Term a)
{
    text_append(printer->out, operator);
    push_term(printer, a);
}

static void print_call(Printer *printer, const char *name, uint32_t width, Term a, Term b)
{
    text_append(printer->out, name);
    if (width)
        text_format(printer->out, "%u", (unsigned)width);
    text_append_character(printer->out, '(');
    push_text(printer, ")");
    if (b) {
        push_term(printer, b);
        push_text(printer, ", ");
    }
    push_term(printer, a);
}

static void print_not(Printer *printer, const TermNode *node, bool outermost)
{
    const TermNode *inner = table_node(printer->terms, node->operands[0]);
    if (inner->kind == TERM_equal)
        print_infix(printer, outermost, inner->operands[0], " != ", inner->operands[1]);
    else if (inner->kind == TERM_ult)
        print_infix(printer, outermost, inner->operands[0], " >=u ", inner->operands[1]);
    else if (inner->kind == TERM_slt)
        print_infix(printer, outermost, inner->operands[0], " >= ", inner->operands[1]);
    else
        print_prefix(printer, node->width == 1 ? "!" : "~", node->operands[0]);
}

static void print_sum(Printer *printer, const TermNode *node, bool outermost)
{
    const TermTable *terms = printer->terms;
    Term a = node->operands[0], b = node->operands[1];
    if (table_kind(terms, a) == TERM_negate) {
        a = node->operands[1];
        b = node->operands[0];
    }
    if (table_kind(terms, b) == TERM_negate)
        print_infix(printer, outermost, a, " - ", table_operand(terms, b, 0));
    else
        print_infix(printer, outermost, a, " + ", b);
}

static void print_choice(Printer *printer, const TermNode *node, bool outermost)
{
    if (!outermost) {
        text_append_character(printer->out, '(');
        push_text(printer, ")");
    }
    push_term(printer, node->operands[2]);
    push_text(printer, " : ");
    push_term(printer, node->operands[1]);
    push_text(printer, " ? ");
    push_term(printer, node->operands[0]);
}

static void print_extract(Printer *printer, const TermNode *node)
{
    vector_push(&printer->pieces, (Piece){.high = (uint8_t)(node->low + node->width - 1), .low = node->low});
    push_term(printer, node->operands[0]);
}

// What stands between two operands: numbers, truth values.
static const char *const infix_operators[TERM_KIND_COUNT][2] = {
    [TERM_and] = {" & ", " && "},     [TERM_or] = {" | ", " || "},    [TERM_xor] = {" ^ ", " != "},
    [TERM_mul] = {" * ", " * "},      [TERM_udiv] = {" /u ", " /u "}, [TERM_urem] = {" %u ", " %u "},
    [TERM_sdiv] = {" / ", " / "},     [TERM_srem] = {" % ", " % "},   [TERM_shl] = {" << ", " << "},
    [TERM_lshr] = {" >>u ", " >>u "}, [TERM_ashr] = {" >> ", " >> "}, [TERM_equal] = {" == ", " == "},
    [TERM_ult] = {" <u ", " <u "},    [TERM_slt] = {" < ", " < "},
};

static void print_part(Printer *printer, Term term, bool outermost)
{
    const TermNode *node = table_node(printer->terms, term);
    Term a = node->operands[0], b = node->operands[1];
    switch ((TermKind)node->kind) {
    case TERM_constant:
        print_constant(node, printer->out);
        break;
    case TERM_symbol:
        if (*term_symbol_name(printer->terms, term))
            text_append(printer->out, term_symbol_name(printer->terms, term));
        else
            text_format(printer->out, "s%u", (unsigned)term);
        break;
    case TERM_not:
        print_not(printer, node, outermost);
        break;
    case TERM_negate:
        print_prefix(printer, "-", a);
        break;
    case TERM_and:
    case TERM_or:
    case TERM_xor:
    case TERM_mul:
    case TERM_udiv:
    case TERM_urem:
    case TERM_sdiv:
    case TERM_srem:
    case TERM_shl:
    case TERM_lshr:
    case TERM_ashr:
    case TERM_equal:
    case TERM_ult:
    case TERM_slt:
        print_infix(printer, outermost, a, infix_operators[node->kind][node->width == 1], b);
        break;
    case TERM_add:
        print_sum(printer, node, outermost);
        break;
    case TERM_ite:
        print_choice(printer, node, outermost);
        break;
    case TERM_concat:
        print_call(printer, "concat", 0, a, b);
        break;
    case TERM_extract:
        print_extract(printer, node);
        break;
    case TERM_zero_extend:
        print_call(printer, "zext", node->width, a, NO_TERM);
        break;
    case TERM_sign_extend:
        print_call(printer, "sext", node->width, a, NO_TERM);
        break;
    case TERM_KIND_COUNT:
        INTERNAL_ERROR("a term without a kind");
    }
}

void term_append(const TermTable *terms, Term term, Text *out)
{
    Printer printer = {.terms = terms, .out = out};
    vector_push(&printer.pieces, (Piece){.term = term, .outermost = true});
    uint32_t parts = 0;
    while (printer.pieces.count) {
        Piece piece = vector_pop(&printer.pieces);
        if (!piece.term && piece.text)
            text_append(out, piece.text);
        else if (!piece.term)
            text_format(out, "[%u:%u]", (unsigned)piece.high, (unsigned)piece.low);
        else if (parts++ < PRINTED_PART_LIMIT)
            print_part(&printer, piece.term, piece.outermost);
        else
            text_append(out, "...");
    }
    vector_free(&printer.pieces);
}
