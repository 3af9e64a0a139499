// Which write a read takes: Φ_PI of Wang et al., section 4.2. A read takes one of its candidates, which is executed and
// comes before it, has its value, and no other write comes between. Candidates that fixed order or locks rule out are
// never made.
//
// "No other write between" is cubic in the accesses to a cell. It is written down at once as long as that stays
// affordable; then only for the initial value, and otherwise when a solution has such a write.
#include "base/fail.h"
#include "encode/encoding_state.h"

// Clauses of this kind that an encoding gets at once.
enum { EAGER_CLAUSES = 2000000 };

void encoding_equate(Encoding *encoding, Literal literal, Term read, Term written, uint32_t width)
{
    for (uint32_t bit = 0; bit < width; bit++) {
        Literal left = solver_bit(encoding->solver, read, bit), right = solver_bit(encoding->solver, written, bit);
        if (left == right)
            continue;
        ADD_CLAUSE(encoding, -literal, -left, right);
        ADD_CLAUSE(encoding, -literal, left, -right);
    }
}

// Forbids `other` between the candidate and the reader.
static void keep_out(Encoding *encoding, EventId reader, Candidate candidate, EventId other)
{
    Literal executed = encoding_executed(encoding, other);
    Literal after = encoding_before(encoding, reader, other);
    Literal before = -encoding_true(encoding);
    if (candidate.access != INITIAL_VALUE)
        before = encoding_before(encoding, other, encoding->concurrent->accesses.data[candidate.access].event);
    ADD_CLAUSE(encoding, -candidate.literal, -executed, after, before);
    if (encoding->bound)
        ADD_CLAUSE(encoding, -candidate.literal, -encoding->bound, after, before);
}

void encoding_write_read(Encoding *encoding, uint32_t index)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    const Access *access = &concurrent->accesses.data[index];
    ReadState *state = &encoding->reads.states.data[index];
    if (state->encoded || !access->read)
        return;
    state->encoded = true;
    encoding->statistics.reads++;
    if (encoding_write_sum(encoding, index))
        return;
    const Cell *cell = &concurrent->cells.data[access->cell];
    Literal executed = encoding_executed(encoding, access->event);
    Selection selection;
    concurrent_trace_select_writes(concurrent, encoding->order, access, &selection);
    if (selection.initial)
        vector_push(&state->candidates, (Candidate){INITIAL_VALUE, 0});
    for (uint32_t i = 0; i < selection.candidates.count; i++)
        vector_push(&state->candidates, (Candidate){selection.candidates.data[i], 0});
    encoding->statistics.candidates += state->candidates.count;
    if (state->candidates.count > encoding->statistics.widest_read)
        encoding->statistics.widest_read = state->candidates.count;
    LiteralList some = {0};
    vector_push(&some, -executed);
    for (uint32_t i = 0; i < state->candidates.count && !encoding_stopped(encoding); i++) {
        Candidate *candidate = &state->candidates.data[i];
        Literal fresh = state->candidates.count == 1 ? executed : solver_new_literal(encoding->solver);
        candidate->literal =
            state->candidates.count > 1 && candidate->access != access->observed_write ? -fresh : fresh;
        vector_push(&some, candidate->literal);
        Term written =
            candidate->access == INITIAL_VALUE ? cell->initial : concurrent->accesses.data[candidate->access].write;
        encoding_demand(encoding, written);
        encoding_equate(encoding, candidate->literal, access->read, written, cell->width);
        if (candidate->access == INITIAL_VALUE)
            continue;
        EventId writer = concurrent->accesses.data[candidate->access].event;
        ADD_CLAUSE(encoding, -candidate->literal, encoding_executed(encoding, writer));
        ADD_CLAUSE(encoding, -candidate->literal, encoding_before(encoding, writer, access->event));
    }
    encoding_add_clause(encoding, some.data, some.count);
    uint64_t clauses = (uint64_t)selection.writes.count * state->candidates.count;
    bool eager = encoding->reads.eager_clauses + clauses <= EAGER_CLAUSES;
    encoding->reads.eager_clauses += eager ? clauses : 0;
    state->checked = !eager;
    for (uint32_t i = 0; i < state->candidates.count && !encoding_stopped(encoding); i++) {
        Candidate candidate = state->candidates.data[i];
        for (uint32_t j = 0; (eager || candidate.access == INITIAL_VALUE) && j < selection.writes.count; j++)
            if (selection.writes.data[j] != candidate.access)
                keep_out(encoding, access->event, candidate, concurrent->accesses.data[selection.writes.data[j]].event);
    }
    // All writes of the cell take part, candidates or not.
    for (uint32_t j = 0; j < selection.writes.count; j++)
        encoding_executed(encoding, concurrent->accesses.data[selection.writes.data[j]].event);
    vector_free(&some);
    selection_free(&selection);
}

// --- Looking at a solution

typedef struct Replay {
    Encoding *encoding;
    VECTOR(IndexList) written; // per cell: executed writes so far, as accesses
    VECTOR(uint32_t) wrong;    // reads whose value is not that of their write
    bool refined;
} Replay;

static void check_read(Replay *replay, uint32_t index)
{
    Encoding *encoding = replay->encoding;
    const Access *access = &encoding->concurrent->accesses.data[index];
    const ReadState *state = &encoding->reads.states.data[index];
    const IndexList *written = &replay->written.data[access->cell];
    for (uint32_t i = 0; i < state->candidates.count; i++) {
        Candidate candidate = state->candidates.data[i];
        if (!solver_value(encoding->solver, candidate.literal))
            continue;
        for (uint32_t j = written->count; j-- > 0 && written->data[j] != candidate.access;) {
            EventId other = encoding->concurrent->accesses.data[written->data[j]].event;
            keep_out(encoding, access->event, candidate, other);
            replay->refined = true;
        }
    }
}

// Values are compared where they are, in the solution: if every read agrees with its write, they are what an execution
// computes.
static void check_value(Replay *replay, uint32_t index)
{
    Encoding *encoding = replay->encoding;
    const Access *access = &encoding->concurrent->accesses.data[index];
    const IndexList *written = &replay->written.data[access->cell];
    Term term = written->count ? encoding->concurrent->accesses.data[vector_last(written)].write
                               : encoding->concurrent->cells.data[access->cell].initial;
    // Symbols that the solver has never seen have no value to compare with.
    uint32_t demanded = encoding->reads.demanded_count;
    encoding_demand(encoding, term);
    if (encoding->reads.demanded_count != demanded ||
        solver_term_value(encoding->solver, term) != solver_term_value(encoding->solver, access->read))
        vector_push(&replay->wrong, index);
}

static void encode_wrong_reads(Replay *replay)
{
    Encoding *encoding = replay->encoding;
    for (uint32_t i = 0; i < replay->wrong.count; i++)
        encoding_push_task(encoding, TASK_READ, replay->wrong.data[i]);
    encoding->reads.deferred_rounds += replay->wrong.count != 0;
    replay->refined = replay->wrong.count != 0;
}

bool encoding_refine_reads(Encoding *encoding)
{
    const ConcurrentTrace *concurrent = encoding->concurrent;
    Replay replay = {.encoding = encoding};
    vector_resize(&replay.written, concurrent->cells.count);
    EventList execution = {0};
    encoding_read_execution(encoding, &execution);
    for (uint32_t i = 0; i < execution.count && !encoding_stopped(encoding); i++) {
        const ConcurrentEvent *event = encoding_event(encoding, execution.data[i]);
        for (uint32_t j = 0; j < event->access_count; j++) {
            uint32_t index = event->first_access + j;
            const ReadState *state = &encoding->reads.states.data[index];
            if (state->checked)
                check_read(&replay, index);
            else if (state->demanded && !state->encoded)
                check_value(&replay, index);
            if (concurrent->accesses.data[index].write)
                vector_push(&replay.written.data[concurrent->accesses.data[index].cell], index);
        }
    }
    if (!replay.refined)
        encode_wrong_reads(&replay);
    for (uint32_t i = 0; i < replay.written.count; i++)
        vector_free(&replay.written.data[i]);
    vector_free(&replay.written);
    vector_free(&replay.wrong);
    vector_free(&execution);
    return replay.refined || encoding_stopped(encoding); // not looked through: it is not to be taken for a solution
}
