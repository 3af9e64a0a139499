// The state of an encoding and the calls between its files. Private to src/encode.
#ifndef RADDLE_ENCODE_ENCODING_STATE_H
#define RADDLE_ENCODE_ENCODING_STATE_H

#include "base/none.h"
#include "encode/encoding.h"
#include "encode/trace_index.h"

// A write that a read may take.
typedef struct Candidate {
    uint32_t access; // index into ConcurrentTrace.accesses; NONE: the initial value
    Literal literal;
} Candidate;

enum { INITIAL_VALUE = UINT32_MAX };

typedef struct ReadState {
    bool demanded; // its symbol occurs in what the solver knows
    bool encoded;  // until it is, its value is free
    bool checked;  // not all "no write between" clauses are there: the order found must be looked at
    VECTOR(Candidate) candidates;
} ReadState;

typedef enum TaskKind { TASK_EVENT, TASK_READ } TaskKind;

// Something whose constraints are still to be written.
typedef struct Task {
    TaskKind kind;
    uint32_t index;
} Task;

// The signal wakes the wait it is listed under.
typedef struct Match {
    EventId signal;
    Literal literal;
} Match;
typedef VECTOR(Match) MatchList;

// Of the reads of cells; see reads.c.
typedef struct ReadStates {
    VECTOR(ReadState) states; // per access
    uint32_t demanded_count;
    uint32_t symbol_mark; // symbols seen under it are demanded
    uint64_t eager_clauses;
    uint32_t deferred_rounds; // in which reads were encoded because their values were wrong
} ReadStates;

// Places at which a thread goes on in any case, unless a question stops there: events that share the node of the one
// before, wake-ups of waits that timed out in the run, and, numbered after the events, one per thread for the end of a
// section that was not finished. See stops.c.
typedef struct QuestionStops {
    VECTOR(Literal) at;    // per place: the execution stops there, 0: none yet
    VECTOR(Literal) later; // per place: implied by `at` unless a question so far holds; false is assumed of it
    IndexList places;      // those that have a literal
} QuestionStops;

// What may wake the waits on condition variables.
typedef struct WakeMatches {
    Map written;               // condition variables whose constraints are there
    VECTOR(MatchList) of_wait; // per wait, once its condition variable is written
} WakeMatches;

// What causal models other than the symbolic one add; see causal.c.
typedef struct CausalRestriction {
    VECTOR(bool) free_reads; // per access: it serves checks only, and may have another value than in the run
    ListMap observed;        // happens-before: event -> the events that came before it in the run and must again
} CausalRestriction;

struct Encoding {
    const ConcurrentTrace *concurrent;
    EncodingOptions options;
    Limits *limits;
    TermTable *terms;
    Solver *solver;
    Order *order;
    TraceIndex index;
    VECTOR(Literal) executed; // per event; 0: not encoded
    VECTOR(uint32_t) encoded; // per thread: how many of its events
    VECTOR(Task) tasks;
    ReadStates reads;
    QuestionStops stops;
    ListMap encoded_sections; // lock -> those of its sections whose begin is encoded
    WakeMatches wakes;
    CausalRestriction causal;
    Literal bound;              // see encoding_set_bound
    LiteralList assumptions;    // of the current solve
    VECTOR(OrderNode) sequence; // of the last solution
    EncodingStatistics statistics;
};

static inline const ConcurrentEvent *encoding_event(const Encoding *encoding, EventId event)
{
    return &encoding->concurrent->events.data[event];
}

static inline bool encoding_must_precede(const Encoding *encoding, EventId a, EventId b)
{
    return concurrent_trace_must_precede(encoding->concurrent, encoding->order, a, b);
}

// encoding.c
void encoding_add_clause(Encoding *encoding, const Literal *literals, uint32_t count);
#define ADD_CLAUSE(encoding, ...)                                 \
    encoding_add_clause(encoding, (const Literal[]){__VA_ARGS__}, \
                        (uint32_t)(sizeof((const Literal[]){__VA_ARGS__}) / sizeof(Literal)))
void encoding_push_task(Encoding *encoding, TaskKind kind, uint32_t index);
Literal encoding_true(const Encoding *encoding);
// A limit was exceeded: nothing is solved any more, so what is not written yet need not be.
bool encoding_stopped(const Encoding *encoding);
// Has the reads encoded whose symbols occur in the term.
void encoding_demand(Encoding *encoding, Term term);

// causal.c
// What the causal model keeps of the run; before anything is encoded.
void encoding_restrict(Encoding *encoding);

// stops.c
// The literal that stops an execution at a place; false unless a question allows it.
Literal encoding_stop_at(Encoding *encoding, uint32_t place);
// An execution may stop at the place where `question` holds.
void encoding_allow_stop(Encoding *encoding, uint32_t place, Literal question);
// Whether some question may stop there.
bool encoding_may_stop(const Encoding *encoding, uint32_t place);
// The place at the end of a thread's section that was not finished.
uint32_t encoding_place_of_end(const Encoding *encoding, uint32_t thread);

// lives.c
// Nobody uses what is gone, nor destroys what is in use, where it is a matter of this event.
void encoding_write_lives(Encoding *encoding, EventId event);
// Implies that the life is over.
Literal encoding_gone(Encoding *encoding, Ending ending);
// Where `question` holds, others have not (yet) done what made a thread violate: freed or destroyed the object, hold
// it; or they have initialised it, if that was missing.
void encoding_forbid_fault(Encoding *encoding, Literal question, const TraceEvent *violation);

// reads.c
void encoding_write_read(Encoding *encoding, uint32_t access);
// Looks at the solution just found; true if some read was passed over by a write, or had another value than its write,
// and it was seen to that this does not happen again.
bool encoding_refine_reads(Encoding *encoding);

// The term `read` equals `written` under the literal.
void encoding_equate(Encoding *encoding, Literal literal, Term read, Term written, uint32_t width);

// bounds.c
void encoding_write_bounds(Encoding *encoding, uint32_t access);

// sums.c
// Constrains a read of a cell that is only added to. False if it is none: nothing has been written then.
bool encoding_write_sum(Encoding *encoding, uint32_t access);

// synchronisation.c
void encoding_write_section(Encoding *encoding, uint32_t section);
// The thread is inside the section when the execution ends.
Literal encoding_section_held(Encoding *encoding, const Section *section);
Literal encoding_held(Encoding *encoding, const Hold *hold);
// Writes the constraints of a condition variable unless they are there.
void encoding_require_condition_variable(Encoding *encoding, uint64_t address);
// A signal reaches the wait, unless the literal holds or it may end without one. The constraints of its condition
// variable are there.
void encoding_require_signal(Encoding *encoding, uint32_t wait, Literal unless);
void encoding_write_barrier(Encoding *encoding, uint32_t round, uint32_t member);
void encoding_write_failed_attempt(Encoding *encoding, EventId event);
// Adds for each section of another thread that it holds the lock, in a way that excludes, when the event happens.
void encoding_list_holders(Encoding *encoding, EventId event, uint64_t lock, bool reading, LiteralList *out);

// section_waits.c
// The event takes a lock or a semaphore, or joins, inside an atomic section (ConcurrentEvent.may_wait).
void encoding_write_wait_in_section(Encoding *encoding, EventId event);
// The same where the thread was left waiting; its last event is encoded.
void encoding_write_wait_at_end(Encoding *encoding, uint32_t thread);

#endif
