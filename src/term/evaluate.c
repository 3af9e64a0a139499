// Walks over terms: evaluation, substitution, collecting symbols, building again. Each visits the parts of a term once,
// with an explicit stack, because terms get as deep as runs are long.
#include "term/table.h"

// Pushes the operands of `term` that have no value yet; true if there were none.
static bool operands_are_done(TermTable *terms, const TermScratch *scratch, Term term)
{
    bool done = true;
    uint32_t count = term_operand_count(terms, term);
    for (uint32_t i = 0; i < count; i++) {
        Term operand = table_operand(terms, term, i);
        if (scratch->stamps[operand] != scratch->generation) {
            vector_push(&terms->stack, operand);
            done = false;
        }
    }
    return done;
}

static uint64_t value_of_node(const TermTable *terms, const TermScratch *scratch, Term term)
{
    const TermNode *node = table_node(terms, term);
    uint32_t count = term_operand_count(terms, term);
    uint64_t operands[3] = {0};
    for (uint32_t i = 0; i < count; i++)
        operands[i] = scratch->values[node->operands[i]];
    uint32_t operand_width = table_width(terms, node->operands[count - 1]);
    return value_apply((TermKind)node->kind, node->width, operand_width, node->low, operands);
}

uint64_t term_evaluate(TermTable *terms, Term term, SymbolValue *value, void *context)
{
    TermKind root = table_kind(terms, term);
    if (root == TERM_constant)
        return table_value(terms, term);
    if (root == TERM_symbol)
        return value(context, term) & value_mask(table_width(terms, term));

    TermScratch *scratch = table_take_scratch(terms, term);
    uint32_t base = terms->stack.count;
    vector_push(&terms->stack, term);
    while (terms->stack.count > base) {
        Term top = vector_last(&terms->stack);
        if (scratch->stamps[top] == scratch->generation) {
            vector_drop(&terms->stack);
            continue;
        }
        uint64_t result;
        switch (table_kind(terms, top)) {
        case TERM_constant:
            result = table_value(terms, top);
            break;
        case TERM_symbol:
            result = value(context, top) & value_mask(table_width(terms, top));
            break;
        default:
            if (!operands_are_done(terms, scratch, top))
                continue;
            result = value_of_node(terms, scratch, top);
        }
        scratch->values[top] = result;
        scratch->stamps[top] = scratch->generation;
        vector_drop(&terms->stack);
    }
    uint64_t result = scratch->values[term];
    table_return_scratch(terms, scratch);
    return result;
}

static Term substitute_node(TermTable *terms, const TermScratch *scratch, Term term)
{
    TermNode node = *table_node(terms, term);
    uint32_t count = term_operand_count(terms, term);
    Term operands[3];
    bool changed = false;
    for (uint32_t i = 0; i < count; i++) {
        operands[i] = (Term)scratch->values[node.operands[i]];
        changed |= operands[i] != node.operands[i];
    }
    return changed ? term_rebuild(terms, (TermKind)node.kind, node.width, operands, node.low) : term;
}

static void substitute_parts(TermTable *terms, TermScratch *scratch, Term term, SymbolReplacement *replacement,
                             void *context)
{
    uint32_t base = terms->stack.count;
    vector_push(&terms->stack, term);
    while (terms->stack.count > base) {
        Term top = vector_last(&terms->stack);
        if (scratch->stamps[top] == scratch->generation) {
            vector_drop(&terms->stack);
            continue;
        }
        Term result;
        switch (table_kind(terms, top)) {
        case TERM_constant:
            result = top;
            break;
        case TERM_symbol:
            result = replacement(context, top);
            CHECK(table_width(terms, result) == table_width(terms, top));
            break;
        default:
            if (!operands_are_done(terms, scratch, top))
                continue;
            result = substitute_node(terms, scratch, top);
        }
        scratch->values[top] = result;
        scratch->stamps[top] = scratch->generation;
        vector_drop(&terms->stack);
    }
}

void terms_substitute(TermTable *terms, Term *list, uint32_t count, SymbolReplacement *replacement, void *context)
{
    Term last = NO_TERM;
    for (uint32_t i = 0; i < count; i++)
        last = list[i] > last ? list[i] : last;
    TermScratch *scratch = table_take_scratch(terms, last);
    for (uint32_t i = 0; i < count; i++) {
        substitute_parts(terms, scratch, list[i], replacement, context);
        list[i] = (Term)scratch->values[list[i]];
    }
    table_return_scratch(terms, scratch);
}

Term term_substitute(TermTable *terms, Term term, SymbolReplacement *replacement, void *context)
{
    terms_substitute(terms, &term, 1, replacement, context);
    return term;
}

uint32_t term_each_symbol(TermTable *terms, Term term, uint32_t mark, void (*visit)(void *context, Term symbol),
                          void *context)
{
    CHECK(mark >= terms->newest_mark_used && mark <= terms->newest_mark && mark != 0);
    terms->newest_mark_used = mark;
    if (table_node(terms, term)->mark == mark)
        return 0;
    uint32_t base = terms->stack.count, parts = 0;
    terms->nodes.data[term].mark = mark;
    vector_push(&terms->stack, term);
    while (terms->stack.count > base) {
        Term top = vector_pop(&terms->stack);
        parts++;
        if (table_kind(terms, top) == TERM_symbol) {
            visit(context, top);
            continue;
        }
        for (uint32_t i = term_operand_count(terms, top); i-- > 0;) {
            Term operand = table_operand(terms, top, i);
            if (terms->nodes.data[operand].mark != mark) {
                terms->nodes.data[operand].mark = mark;
                vector_push(&terms->stack, operand);
            }
        }
    }
    return parts;
}

Term term_rebuild(TermTable *terms, TermKind kind, uint32_t width, const Term *operands, uint64_t number)
{
    switch (kind) {
    case TERM_constant:
        return term_constant(terms, width, number);
    case TERM_symbol:
        return term_symbol(terms, width, NULL);
    case TERM_extract:
        CHECK(number < TERM_WIDTH_LIMIT);
        return term_extract(terms, operands[0], (uint32_t)number, width);
    case TERM_zero_extend:
        return term_zero_extend(terms, operands[0], width);
    case TERM_sign_extend:
        return term_sign_extend(terms, operands[0], width);
    case TERM_ite:
        return term_ite(terms, operands[0], operands[1], operands[2]);
#define TERM_UNARY(id) \
    case TERM_##id:    \
        return term_##id(terms, operands[0]);
        TERM_UNARY(not)
        TERM_UNARY(negate)
#undef TERM_UNARY
#define TERM_BINARY(id) \
    case TERM_##id:     \
        return term_##id(terms, operands[0], operands[1]);
        TERM_BINARY(and)
        TERM_BINARY(or)
        TERM_BINARY(xor)
        TERM_BINARY(add)
        TERM_BINARY(mul)
        TERM_BINARY(udiv)
        TERM_BINARY(urem)
        TERM_BINARY(sdiv)
        TERM_BINARY(srem)
        TERM_BINARY(shl)
        TERM_BINARY(lshr)
        TERM_BINARY(ashr)
        TERM_BINARY(equal)
        TERM_BINARY(ult)
        TERM_BINARY(slt)
        TERM_BINARY(concat)
#undef TERM_BINARY
    case TERM_KIND_COUNT:
        break;
    }
    INTERNAL_ERROR("no term has the kind %d", (int)kind);
}

typedef struct Sighting {
    Term symbol;
    bool seen;
} Sighting;

static void see(void *context, Term symbol)
{
    Sighting *sighting = context;
    sighting->seen |= symbol == sighting->symbol;
}

bool term_mentions(TermTable *terms, Term term, Term symbol)
{
    Sighting sighting = {.symbol = symbol};
    term_each_symbol(terms, term, terms_new_mark(terms), see, &sighting);
    return sighting.seen;
}
