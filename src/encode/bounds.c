// Bounds on the values of a cell. Where every write puts a constant, or what was read from the same cell plus a
// constant, a value that is read comes from one constant through a chain of additions, in which each write occurs once
// at most: so it lies between the smallest constant plus all that is subtracted and the largest plus all that is added.
// The solver would have to count over permutations of the writes to find that out.
#include "encode/encoding_state.h"

enum { ALTERNATIVES = 8 };

typedef struct Range {
    int64_t low, high;  // of constants
    int64_t less, more; // what may be added to what was read
    bool based;         // there is a constant
    uint32_t left;      // alternatives that may still be looked at
} Range;

static int64_t as_signed(uint64_t value, uint32_t width)
{
    return (int64_t)(value << (64 - width)) >> (64 - width);
}

static void take_constant(Range *range, int64_t value)
{
    if (!range->based || value < range->low)
        range->low = value;
    if (!range->based || value > range->high)
        range->high = value;
    range->based = true;
}

static bool reads_cell(const ConcurrentTrace *concurrent, Term term, uint32_t cell)
{
    const uint64_t *known = map_find(&concurrent->symbol_access, term);
    return known && concurrent->accesses.data[*known - 1].read == term &&
           concurrent->accesses.data[*known - 1].cell == cell;
}

// What a write may put, as far as `range` can say it. Of several alternatives each counts.
static bool take_written(const ConcurrentTrace *concurrent, Term term, uint32_t cell, Range *range)
{
    const TermTable *terms = concurrent->terms;
    uint32_t width = concurrent->cells.data[cell].width;
    if (!range->left--)
        return false;
    if (term_is_constant(terms, term)) {
        take_constant(range, as_signed(term_constant_value(terms, term), width));
        return true;
    }
    if (reads_cell(concurrent, term, cell))
        return true;
    if (term_kind(terms, term) == TERM_ite)
        return take_written(concurrent, term_operand(terms, term, 1), cell, range) &&
               take_written(concurrent, term_operand(terms, term, 2), cell, range);
    if (term_kind(terms, term) != TERM_add)
        return false;
    Term first = term_operand(terms, term, 0), second = term_operand(terms, term, 1);
    if (term_is_constant(terms, first)) {
        Term other = first;
        first = second;
        second = other;
    }
    if (!term_is_constant(terms, second) || !reads_cell(concurrent, first, cell))
        return false;
    int64_t delta = as_signed(term_constant_value(terms, second), width);
    range->less = delta < range->less ? delta : range->less;
    range->more = delta > range->more ? delta : range->more;
    return true;
}

static bool find_bounds(const ConcurrentTrace *concurrent, uint32_t index, int64_t *low, int64_t *high)
{
    const Cell *cell = &concurrent->cells.data[index];
    if (cell->semaphore || cell->width > 32 || !cell->initial || !term_is_constant(concurrent->terms, cell->initial))
        return false;
    Range total = {0};
    take_constant(&total, as_signed(term_constant_value(concurrent->terms, cell->initial), cell->width));
    int64_t less = 0, more = 0;
    for (uint32_t i = 0; i < cell->accesses.count; i++) {
        const Access *access = &concurrent->accesses.data[cell->accesses.data[i]];
        if (!access->write)
            continue;
        total.less = total.more = 0;
        total.left = ALTERNATIVES;
        if (!take_written(concurrent, access->write, index, &total))
            return false;
        less += total.less;
        more += total.more;
    }
    *low = total.low + less;
    *high = total.high + more;
    int64_t limit = INT64_C(1) << (cell->width - 1);
    return *low >= -limit && *high < limit;
}

void concurrent_trace_find_bounds(ConcurrentTrace *concurrent)
{
    for (uint32_t i = 0; i < concurrent->cells.count && !concurrent_trace_stopped(concurrent); i++)
        concurrent->cells.data[i].bounded =
            find_bounds(concurrent, i, &concurrent->cells.data[i].low, &concurrent->cells.data[i].high);
}

void encoding_write_bounds(Encoding *encoding, uint32_t index)
{
    const Access *access = &encoding->concurrent->accesses.data[index];
    const Cell *cell = &encoding->concurrent->cells.data[access->cell];
    if (!cell->bounded)
        return;
    TermTable *terms = encoding->terms;
    solver_assert(encoding->solver,
                  term_sle(terms, term_constant(terms, cell->width, (uint64_t)cell->low), access->read));
    solver_assert(encoding->solver,
                  term_sle(terms, access->read, term_constant(terms, cell->width, (uint64_t)cell->high)));
}
