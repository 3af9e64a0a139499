// Storage of terms: hash-consing, symbols and their names, looking at terms, marks, and the scratch values of walks.
#include "term/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"

enum { FIRST_SLOT_COUNT = 1024 };

static const uint8_t operand_counts[TERM_KIND_COUNT] = {
#define TERM_OPERANDS(id, operands, name) operands,
    TERM_KIND_TABLE(TERM_OPERANDS)
#undef TERM_OPERANDS
};

TermTable *terms_create(void)
{
    TermTable *terms = memory_allocate_zeroed(sizeof *terms);
    vector_push(&terms->nodes, (TermNode){0});
    vector_push(&terms->names, "");
    terms->slot_count = FIRST_SLOT_COUNT;
    terms->slots = memory_allocate_zeroed(terms->slot_count * sizeof *terms->slots);
    return terms;
}

static void free_scratch(TermScratch *scratch)
{
    free(scratch->values);
    free(scratch->stamps);
}

void terms_free(TermTable *terms)
{
    if (!terms)
        return;
    vector_free(&terms->nodes);
    vector_free(&terms->names);
    vector_free(&terms->stack);
    free_scratch(&terms->scratch);
    free(terms->slots);
    arena_release(&terms->arena);
    free(terms);
}

uint32_t terms_count(const TermTable *terms)
{
    return terms->nodes.count - 1;
}

static uint64_t hash_node(const TermNode *node)
{
    uint64_t head = (uint64_t)node->kind | (uint64_t)node->width << 8 | (uint64_t)node->low << 16;
    uint64_t hash = hash_mix(head | (uint64_t)node->operands[0] << 32);
    return hash_mix(hash ^ ((uint64_t)node->operands[1] | (uint64_t)node->operands[2] << 32));
}

static bool same_content(const TermNode *a, const TermNode *b)
{
    return a->kind == b->kind && a->width == b->width && a->low == b->low && a->operands[0] == b->operands[0] &&
           a->operands[1] == b->operands[1] && a->operands[2] == b->operands[2];
}

static void grow_slots(TermTable *terms)
{
    uint32_t count = terms->slot_count * 2;
    Term *slots = memory_allocate_zeroed(count * sizeof *slots);
    for (Term term = 1; term < terms->nodes.count; term++) {
        if (terms->nodes.data[term].kind == TERM_symbol)
            continue;
        uint32_t index = (uint32_t)hash_node(&terms->nodes.data[term]) & (count - 1);
        while (slots[index])
            index = (index + 1) & (count - 1);
        slots[index] = term;
    }
    free(terms->slots);
    terms->slots = slots;
    terms->slot_count = count;
}

static Term append_node(TermTable *terms, TermNode node)
{
    CHECK(terms->nodes.count < UINT32_MAX / 4);
    vector_push(&terms->nodes, node);
    return terms->nodes.count - 1;
}

Term table_intern(TermTable *terms, TermKind kind, uint32_t width, uint32_t low, Term a, Term b, Term c)
{
    CHECK(width >= 1 && width <= TERM_WIDTH_LIMIT);
    TermNode node = {.kind = (uint8_t)kind, .width = (uint8_t)width, .low = (uint8_t)low, .operands = {a, b, c}};
    if (terms->nodes.count >= terms->slot_count / 2)
        grow_slots(terms);
    uint32_t index = (uint32_t)hash_node(&node) & (terms->slot_count - 1);
    for (; terms->slots[index]; index = (index + 1) & (terms->slot_count - 1))
        if (same_content(&terms->nodes.data[terms->slots[index]], &node))
            return terms->slots[index];
    Term term = append_node(terms, node);
    terms->slots[index] = term;
    return term;
}

Term term_constant(TermTable *terms, uint32_t width, uint64_t value)
{
    value &= value_mask(width);
    return table_intern(terms, TERM_constant, width, 0, (uint32_t)value, (uint32_t)(value >> 32), 0);
}

Term term_boolean(TermTable *terms, bool value)
{
    return term_constant(terms, 1, value);
}

Term term_symbol(TermTable *terms, uint32_t width, const char *name)
{
    CHECK(width >= 1 && width <= TERM_WIDTH_LIMIT);
    uint32_t index = 0;
    if (name && *name) {
        index = terms->names.count;
        vector_push(&terms->names, arena_copy_string(&terms->arena, name));
    }
    return append_node(terms, (TermNode){.kind = TERM_symbol, .width = (uint8_t)width, .operands = {index}});
}

TermKind term_kind(const TermTable *terms, Term term)
{
    return table_kind(terms, term);
}

uint32_t term_width(const TermTable *terms, Term term)
{
    return table_width(terms, term);
}

uint32_t term_operand_count(const TermTable *terms, Term term)
{
    return operand_counts[table_kind(terms, term)];
}

Term term_operand(const TermTable *terms, Term term, uint32_t index)
{
    CHECK(index < term_operand_count(terms, term));
    return table_operand(terms, term, index);
}

uint32_t term_low_bit(const TermTable *terms, Term term)
{
    return table_node(terms, term)->low;
}

bool term_is_constant(const TermTable *terms, Term term)
{
    return table_is_constant(terms, term);
}

uint64_t term_constant_value(const TermTable *terms, Term term)
{
    CHECK(table_is_constant(terms, term));
    return table_value(terms, term);
}

const char *term_symbol_name(const TermTable *terms, Term term)
{
    CHECK(table_kind(terms, term) == TERM_symbol);
    return terms->names.data[table_operand(terms, term, 0)];
}

bool term_is_true(const TermTable *terms, Term term)
{
    return table_width(terms, term) == 1 && table_is_value(terms, term, 1);
}

bool term_is_false(const TermTable *terms, Term term)
{
    return table_width(terms, term) == 1 && table_is_value(terms, term, 0);
}

static int compare_terms(const void *a, const void *b)
{
    Term first = *(const Term *)a, second = *(const Term *)b;
    return (first > second) - (first < second);
}

void table_sort(Term *terms, uint32_t count)
{
    if (count)
        qsort(terms, count, sizeof *terms, compare_terms);
}

uint32_t terms_new_mark(TermTable *terms)
{
    CHECK(terms->newest_mark < UINT32_MAX);
    return ++terms->newest_mark;
}

static void start_generation(TermScratch *scratch, Term last)
{
    if (last >= scratch->capacity) {
        uint32_t capacity = scratch->capacity * 2 > last + 1 ? scratch->capacity * 2 : last + 1;
        scratch->values = memory_resize(scratch->values, capacity * sizeof *scratch->values);
        scratch->stamps = memory_resize(scratch->stamps, capacity * sizeof *scratch->stamps);
        memset(scratch->stamps + scratch->capacity, 0, (capacity - scratch->capacity) * sizeof *scratch->stamps);
        scratch->capacity = capacity;
    }
    if (++scratch->generation == 0) {
        memset(scratch->stamps, 0, scratch->capacity * sizeof *scratch->stamps);
        scratch->generation = 1;
    }
}

TermScratch *table_take_scratch(TermTable *terms, Term last)
{
    TermScratch *scratch = &terms->scratch;
    if (scratch->busy)
        scratch = memory_allocate_zeroed(sizeof *scratch);
    scratch->busy = true;
    start_generation(scratch, last);
    return scratch;
}

void table_return_scratch(TermTable *terms, TermScratch *scratch)
{
    if (scratch == &terms->scratch) {
        scratch->busy = false;
        return;
    }
    free_scratch(scratch);
    free(scratch);
}
