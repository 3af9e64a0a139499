// The state of an encoding and the calls between its files. Private to src/encode.
#ifndef RADDLE_ENCODE_STATE_H
#define RADDLE_ENCODE_STATE_H

#include "encode/encoding.h"

// A write that a read may take.
typedef struct Candidate {
    uint32_t access; // index into Model.accesses; UINT32_MAX: the initial value
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

typedef VECTOR(uint32_t) IndexList;

// The signal wakes the wait it is listed under.
typedef struct Match {
    EventId signal;
    Literal literal;
} Match;
typedef VECTOR(Match) MatchList;

struct Encoding {
    const Model *model;
    EncodingOptions options;
    Limits *limits;
    TermTable *terms;
    Solver *solver;
    Order *order;
    VECTOR(Literal) executed; // per event; 0: not encoded
    VECTOR(uint32_t) encoded; // per thread: how many of its events
    VECTOR(ReadState) reads;  // per access
    uint32_t demanded_count;
    uint64_t eager_clauses;   // see reads.c
    uint32_t deferred_rounds; // in which reads were encoded because their values were wrong
    VECTOR(Task) tasks;
    uint32_t symbol_mark; // symbols seen under it are encoded
    Literal bound;        // see encoding_set_bound
    // Per event that shares the node of the one before it: it is executed with that one unless a question stops there.
    // `stops` is that literal, 0: none yet; `later_stops` stands for questions to come and is assumed to be false.
    // Behind the events there is one per thread, for the end of a section that was not finished.
    VECTOR(Literal) stops;
    VECTOR(Literal) later_stops;
    VECTOR(EventId) stopping; // the events that have one
    LiteralList assumptions;  // of the current solve
    // Indices over the model.
    VECTOR(uint32_t) section_of_begin;  // per event: the section it begins, or NO_SECTION
    Map locks;                          // lock -> index into lock_sections + 1
    VECTOR(IndexList) lock_sections;    // all sections of a lock
    VECTOR(IndexList) encoded_sections; // those whose begin is encoded
    Map precedences;                    // event -> index into `predecessors` + 1
    VECTOR(IndexList) predecessors;     // indices into Model.precedences
    Map observed;                       // happens-before: event -> index into `observed_lists` + 1
    VECTOR(IndexList) observed_lists;   // the events that came before it in the run and must again
    Map lifetimes;                      // event (either side) -> index into `lifetime_lists` + 1
    VECTOR(IndexList) lifetime_lists;
    Map conditions;                 // condition variable -> 1, or 2 once encoded
    Map barrier_symbols;            // result symbol -> round << 32 | member, + 1
    VECTOR(MatchList) wait_matches; // per wait: what may wake it, once its condition variable is encoded
    VECTOR(bool) free_reads;        // per access: serves checks only (restricted causal models leave it free)
    VECTOR(OrderNode) sequence;     // of the last solution
    EncodingStatistics statistics;
};

static inline const ModelEvent *encoding_event(const Encoding *encoding, EventId event)
{
    return &encoding->model->events.data[event];
}

static inline bool encoding_must_precede(const Encoding *encoding, EventId a, EventId b)
{
    return model_must_precede(encoding->model, encoding->order, a, b);
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

const IndexList *encoding_find_list(const Map *map, const void *lists_of_map, uint64_t key);

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
// Lets a signal reach a wait that timed out in the run. False unless a question adds to Encoding.later_stops.
Literal encoding_stop_before_wake(Encoding *encoding, EventId wake);
void encoding_write_barrier(Encoding *encoding, uint32_t round, uint32_t member);
void encoding_write_failed_attempt(Encoding *encoding, EventId event);

#endif
