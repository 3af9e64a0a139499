// Cells that are only added to. Where every write puts back what it has just read plus something, in one node of the
// order (a counter under its lock, an atomic addition, a semaphore), the value at any time is a base plus what was
// added so far, in whatever order. Reads of such a cell need no choice among writes: the value is a sum over "this
// addition came before". That is linear where choosing is cubic, and spares the solver from trying the permutations of
// what commutes.
#include "encode/encoding_state.h"

enum { ADDEND_LIMIT = 16 };

// Splits a term into addends. False if there are too many.
static bool split_sum(const TermTable *terms, Term term, Term *addends, uint32_t *count)
{
    Term open[ADDEND_LIMIT];
    uint32_t open_count = 0;
    open[open_count++] = term;
    *count = 0;
    while (open_count) {
        Term next = open[--open_count];
        if (term_kind(terms, next) == TERM_add) {
            if (open_count + 2 > ADDEND_LIMIT)
                return false;
            open[open_count++] = term_operand(terms, next, 0);
            open[open_count++] = term_operand(terms, next, 1);
        } else {
            if (*count == ADDEND_LIMIT)
                return false;
            addends[(*count)++] = next;
        }
    }
    return true;
}

// What the write adds to the value that a read of its own node has just got, or NO_TERM.
static Term find_delta(ConcurrentTrace *concurrent, const Access *write)
{
    Term addends[ADDEND_LIMIT];
    uint32_t count;
    if (!split_sum(concurrent->terms, write->write, addends, &count))
        return NO_TERM;
    Term delta = term_constant(concurrent->terms, concurrent->cells.data[write->cell].width, 0);
    bool based = false;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t *known = based ? NULL : map_find(&concurrent->symbol_access, addends[i]);
        const Access *read = known ? &concurrent->accesses.data[*known - 1] : NULL;
        if (read && read->read == addends[i] && read->cell == write->cell &&
            concurrent->events.data[read->event].node == concurrent->events.data[write->event].node &&
            (read->event == write->event || write->previous_write == NO_EVENT || write->previous_write < read->event))
            based = true;
        else
            delta = term_add(concurrent->terms, delta, addends[i]);
    }
    return based ? delta : NO_TERM;
}

void concurrent_trace_find_sums(ConcurrentTrace *concurrent)
{
    for (uint32_t i = 0; i < concurrent->accesses.count && !concurrent_trace_stopped(concurrent); i++)
        if (concurrent->accesses.data[i].write)
            concurrent->accesses.data[i].delta = find_delta(concurrent, &concurrent->accesses.data[i]);
}

// The last of the writes that are no additions. They must be in a certain order. False if they are not.
static bool find_base(const Encoding *encoding, const Cell *cell, uint32_t *base)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    *base = INITIAL_VALUE;
    for (uint32_t i = 0; i < cell->accesses.count; i++) {
        uint32_t index = cell->accesses.data[i];
        const Access *access = &concurrent->accesses.data[index];
        if (!access->write || access->delta)
            continue;
        if (*base != INITIAL_VALUE &&
            !encoding_must_precede(encoding, concurrent->accesses.data[*base].event, access->event))
            return false;
        *base = index;
    }
    return true;
}

bool encoding_write_sum(Encoding *encoding, uint32_t index)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const Access *read = &concurrent->accesses.data[index];
    const Cell *cell = &concurrent->cells.data[read->cell];
    uint32_t base;
    if (!find_base(encoding, cell, &base))
        return false;
    EventId base_event = base == INITIAL_VALUE ? NO_EVENT : concurrent->accesses.data[base].event;
    bool added = false;
    if (base_event != NO_EVENT && !encoding_must_precede(encoding, base_event, read->event))
        return false;
    for (uint32_t i = 0; i < cell->accesses.count; i++) {
        const Access *access = &concurrent->accesses.data[cell->accesses.data[i]];
        if (!access->delta || access->event == read->event)
            continue;
        added = true;
        if (base_event != NO_EVENT && !encoding_must_precede(encoding, base_event, access->event))
            return false;
    }
    if (!added)
        return false;
    Literal executed = encoding_executed(encoding, read->event);
    Term sum = base == INITIAL_VALUE ? cell->initial : concurrent->accesses.data[base].write;
    encoding_demand(encoding, sum);
    for (uint32_t i = 0; i < cell->accesses.count; i++) {
        const Access *access = &concurrent->accesses.data[cell->accesses.data[i]];
        if (!access->delta || access->event == read->event ||
            encoding_must_precede(encoding, read->event, access->event))
            continue;
        Term delta = access->delta;
        encoding_demand(encoding, delta);
        if (!encoding_must_precede(encoding, access->event, read->event)) {
            Term counts = term_symbol(encoding->terms, 1, NULL);
            Literal literal = solver_literal(encoding->solver, counts);
            Literal made = encoding_executed(encoding, access->event);
            Literal before = solver_and(encoding->solver, made, encoding_before(encoding, access->event, read->event));
            ADD_CLAUSE(encoding, -literal, before);
            ADD_CLAUSE(encoding, literal, -before);
            delta = term_ite(encoding->terms, counts, delta, term_constant(encoding->terms, cell->width, 0));
        }
        sum = term_add(encoding->terms, sum, delta);
    }
    encoding_equate(encoding, executed, read->read, sum, cell->width);
    return true;
}
