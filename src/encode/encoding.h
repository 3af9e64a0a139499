// Constraints about the reorderings of a recorded run, built on demand: asking for the literal of an event or of a term
// encodes what it depends on (the events before it in its thread, the reads in its conditions, the writes these may
// take, the locks), so that a question about one property sees the slice of the trace that matters to it (Wang et al.,
// sections 4 and 7).
//
// An execution here is a prefix of each thread's events, in some order: what a literal "executed" says. It follows the
// recorded path as far as it goes, so a violation before the end of the run needs nothing of what came after. Checks
// are not part of the path (section 4.2): an execution may pass one that fails, and then violates there what was not
// asked about.
//
// Call order: create; any number of questions, each: ask for literals, encoding_solve, and if satisfied read the
// execution.
#ifndef RADDLE_ENCODE_ENCODING_H
#define RADDLE_ENCODE_ENCODING_H

#include "encode/concurrent_trace.h"
#include "solve/order.h"

typedef struct EncodingOptions {
    CausalModel causal_model;
    OrderMethod order_method;
    bool whole_trace;  // no slicing
    bool keep_clauses; // for encoding_append_smt
} EncodingOptions;

typedef struct Encoding Encoding;
typedef VECTOR(Literal) LiteralList;
typedef VECTOR(EventId) EventList;

Encoding *encoding_create(const ConcurrentTrace *concurrent, const EncodingOptions *options, Limits *limits);
void encoding_free(Encoding *encoding);
const ConcurrentTrace *encoding_trace(const Encoding *encoding);
Solver *encoding_solver(const Encoding *encoding);

Literal encoding_executed(Encoding *encoding, EventId event);
// The thread has executed its events before `position` and everything there held in the run before the condition number
// `conditions` of those standing at that position (ALL_CONDITIONS: all of them); the event at the position itself is
// not executed. Only implies these; for use where it is wanted to be true.
Literal encoding_stands_before(Encoding *encoding, uint32_t thread, uint32_t position, uint32_t conditions);
// The same, but it may have gone on.
Literal encoding_passes(Encoding *encoding, uint32_t thread, uint32_t position, uint32_t conditions);
// As encoding_stands_before for a question about a violation there, which ends the execution: inside an atomic section,
// too, where a thread cannot otherwise stop. `question` must imply the violation.
Literal encoding_violates_at(Encoding *encoding, uint32_t thread, uint32_t position, uint32_t conditions,
                             Literal question);
// For a question that does not end the execution: if the thread stands inside an atomic section where `question` holds,
// then nobody does anything after it. Encodes the whole trace if it can come to that, and says so.
bool encoding_stop_others(Encoding *encoding, uint32_t thread, uint32_t position, Literal question);
// Where `question` holds, so does the end of a life not come, even if nobody has looked: a join happens by itself once
// both threads are there.
void encoding_forbid(Encoding *encoding, Ending ending, Literal question);
// Such an event happens by itself, in the step of what comes last of that which it needs: nobody comes in between.
bool encoding_happens_by_itself(EventKind kind);
// Should the thread come to this condition (index into its conditions, with an event before it), and it not hold, then
// the use comes before the step in which that happens. `places` are those of all events in the solution at hand, from
// 1: false if the use has such a place in it, and nothing was added.
bool encoding_use_before_leaving(Encoding *encoding, EventId use, uint32_t thread, uint32_t condition,
                                 const uint32_t *places);
// A literal for a term over symbols of the trace.
Literal encoding_condition(Encoding *encoding, Term term);
// Of two executed events.
Literal encoding_before(Encoding *encoding, EventId a, EventId b);

// Under this literal (0: none) the order of all encoded events counts, executed or not, as if the rest of the run
// followed. Before anything is encoded.
void encoding_set_bound(Encoding *encoding, Literal bound);
// From now on only executions in which this condition (index into the thread's conditions) holds where it is reached.
void encoding_require_condition(Encoding *encoding, uint32_t thread, uint32_t condition);

SolveResult encoding_solve(Encoding *encoding, const Literal *assumptions, uint32_t count);
// After SOLVE_SATISFIED: the executed events in an order that stays with a thread for as long as it can.
void encoding_read_execution(Encoding *encoding, EventList *out);
bool encoding_holds(const Encoding *encoding, Literal literal);
// The thread that an executed signal wakes, or NO_THREAD.
uint32_t encoding_woken_thread(const Encoding *encoding, EventId signal);
// Whether a signal ends a wait that is executed (index into ConcurrentTrace.waits); whether it is over.
bool encoding_wait_signalled(const Encoding *encoding, uint32_t wait);
bool encoding_wait_over(const Encoding *encoding, uint32_t wait);
// Bits that play no part are those of `otherwise`.
uint64_t encoding_symbol_value(const Encoding *encoding, Term symbol, uint64_t otherwise);

// The question last solved, with all that was found missing on the way, as an SMT-LIB 2 script.
void encoding_append_smt(const Encoding *encoding, Text *out);

typedef struct EncodingStatistics {
    uint64_t events;      // encoded
    uint64_t reads;       // n_pi: reads of cells encoded
    uint64_t candidates;  // writes they may take, summed
    uint64_t widest_read; // l_pi: the most candidates of one read
    uint64_t refinements; // rounds in which a read had a write between it and the one it took
    double seconds;       // spent building, not solving
    OrderStatistics order;
} EncodingStatistics;
EncodingStatistics encoding_statistics(const Encoding *encoding);

#endif
