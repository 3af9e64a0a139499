// Terms as SMT-LIB 2 scripts in the logic QF_BV. Booleans are bit-vectors of width 1, as everywhere in this folder;
// comparisons are rewritten to them where they arise.
#include <inttypes.h>

#include "term/table.h"

static const char *const operator_names[TERM_KIND_COUNT] = {
#define TERM_NAME(id, operands, name) name,
    TERM_KIND_TABLE(TERM_NAME)
#undef TERM_NAME
};

void term_append_smt_name(const TermTable *terms, Term term, Text *out)
{
    const TermNode *node = table_node(terms, term);
    if (node->kind == TERM_constant)
        text_format(out, "(_ bv%" PRIu64 " %u)", table_node_value(node), (unsigned)node->width);
    else
        text_format(out, "%c%u", node->kind == TERM_symbol ? 's' : 't', (unsigned)term);
}

static void append_operands(const TermTable *terms, Term term, uint32_t first, Text *out)
{
    for (uint32_t i = first; i < term_operand_count(terms, term); i++) {
        text_append_character(out, ' ');
        term_append_smt_name(terms, table_operand(terms, term, i), out);
    }
    text_append_character(out, ')');
}

static void append_definition(const TermTable *terms, Term term, Text *out)
{
    const TermNode *node = table_node(terms, term);
    const char *name = operator_names[node->kind];
    switch (node->kind) {
    case TERM_equal:
    case TERM_ult:
    case TERM_slt:
        text_format(out, "(ite (%s", name);
        append_operands(terms, term, 0, out);
        text_append(out, " (_ bv1 1) (_ bv0 1))");
        break;
    case TERM_ite:
        text_append(out, "(ite (= ");
        term_append_smt_name(terms, node->operands[0], out);
        text_append(out, " (_ bv1 1))");
        append_operands(terms, term, 1, out);
        break;
    case TERM_extract:
        text_format(out, "((_ extract %u %u)", node->low + node->width - 1u, (unsigned)node->low);
        append_operands(terms, term, 0, out);
        break;
    case TERM_zero_extend:
    case TERM_sign_extend:
        text_format(out, "((_ %s %u)", name, (unsigned)(node->width - table_width(terms, node->operands[0])));
        append_operands(terms, term, 0, out);
        break;
    default:
        text_format(out, "(%s", name);
        append_operands(terms, term, 0, out);
    }
}

// Ids in ascending order define every part before its first use.
void terms_append_smt(TermTable *terms, const Term *roots, uint32_t count, Text *out)
{
    TermScratch *scratch = table_take_scratch(terms, terms_count(terms));
    TermList parts = {0};
    for (uint32_t i = 0; i < count; i++)
        vector_push(&parts, roots[i]);
    uint32_t kept = 0;
    for (uint32_t next = 0; next < parts.count; next++) {
        Term part = parts.data[next];
        if (scratch->stamps[part] == scratch->generation)
            continue;
        scratch->stamps[part] = scratch->generation;
        parts.data[kept++] = part;
        for (uint32_t i = 0; i < term_operand_count(terms, part); i++)
            vector_push(&parts, table_operand(terms, part, i));
    }
    table_return_scratch(terms, scratch);
    table_sort(parts.data, kept);
    for (uint32_t i = 0; i < kept; i++) {
        const TermNode *node = table_node(terms, parts.data[i]);
        if (node->kind == TERM_constant)
            continue;
        text_append(out, node->kind == TERM_symbol ? "(declare-const " : "(define-fun ");
        term_append_smt_name(terms, parts.data[i], out);
        text_format(out, "%s (_ BitVec %u)", node->kind == TERM_symbol ? "" : " ()", (unsigned)node->width);
        if (node->kind != TERM_symbol) {
            text_append_character(out, ' ');
            append_definition(terms, parts.data[i], out);
        }
        text_append(out, ")\n");
    }
    vector_free(&parts);
}
