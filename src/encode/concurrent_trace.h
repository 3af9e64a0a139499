// The concurrent trace program of a recorded run (Wang et al., section 3): the events of each thread in program order,
// nothing said about order across threads except what creating and joining force. Built once from a trace, then
// read-only.
//
// Every event that counts in its thread (event_kind_counts) is a ConcurrentEvent. Branches, pins, assumptions and
// checks become conditions that stand before the next event of their thread.
#ifndef RADDLE_ENCODE_CONCURRENT_TRACE_H
#define RADDLE_ENCODE_CONCURRENT_TRACE_H

#include "base/limits.h"
#include "base/map.h"
#include "base/none.h"
#include "base/options.h"
#include "base/vector.h"
#include "solve/order.h"
#include "trace/trace.h"

typedef uint32_t EventId; // index into ConcurrentTrace.events; observed order
enum { NO_EVENT = NONE, NO_SECTION = NONE, NO_CELL = NONE, NO_OUTCOME = NONE };
enum { ALL_CONDITIONS = UINT32_MAX };

typedef struct ConcurrentEvent {
    uint32_t trace; // index into Trace.events
    uint32_t thread;
    uint32_t position; // number in its thread
    EventKind kind;
    uint32_t node;          // events of one atomic section, of a lock section like one, or that come together share it
    uint32_t first_section; // the lock sections it is inside of (its own lock and unlock included):
    uint32_t section_count; // ConcurrentTrace.section_lists[first_section ...]
    uint32_t first_access;  // its accesses to cells: ConcurrentTrace.accesses[first_access ...]
    uint32_t access_count;
    bool in_atomic;  // it shares the node of the event before it in its thread
    bool in_section; // it is inside an atomic section
    bool may_wait;   // it takes something or joins there: section_waits.c says what may come in between
} ConcurrentEvent;

// What held in the run before the event at `position` of its thread.
typedef struct Condition {
    uint32_t position;
    uint32_t trace;
    EventKind kind; // branch, pin, assume, check
    Term term;
    bool certain; // it holds in every execution that comes here
} Condition;

typedef struct ConcurrentThread {
    VECTOR(EventId) events;
    VECTOR(Condition) conditions; // by position
    EventId create;               // in its creator; NO_EVENT for main
    EventId exit;                 // NO_EVENT: it had not ended when the run did
    EventId join;                 // in its joiner, or NO_EVENT
    uint32_t
        blocked;   // index into Trace.events of what it waited for when the run ended + 1, or 0; a violation if others
                   // are to blame for it
    bool ends_all; // it ended the process
    bool waits_in_section; // it was left waiting inside an atomic section, for a lock that another held
} ConcurrentThread;

// A range of bytes that all accesses cover wholly or not at all, or the value of a semaphore.
typedef struct Cell {
    uint64_t address;
    uint32_t width; // in bits
    Term initial;
    VECTOR(uint32_t) accesses; // indices into ConcurrentTrace.accesses, in observed order
    bool semaphore;
    bool bounded; // every value of it lies between these, as signed numbers
    int64_t low, high;
} Cell;

typedef struct Access {
    EventId event;
    uint32_t cell;
    Term read;               // the part of the read symbol, NO_TERM if it does not read
    Term write;              // NO_TERM if it does not write
    Term delta;              // of a write that adds this to what its node has just read; NO_TERM: it is none
    Term condition;          // what must hold of `read` for the event to happen (a semaphore above 0), or NO_TERM
    uint64_t observed;       // the value read in the run
    uint32_t observed_write; // the access it took it from, NONE: the initial value
    EventId next_write;      // of its thread to the cell, or NO_EVENT
    EventId previous_write;
} Access;

typedef struct Section {
    uint64_t lock;
    uint32_t thread;
    EventId begin;
    EventId end; // NO_EVENT: not released in the run
    bool reading;
    bool left; // never released: it ended with its lock, at an event of whoever ended that
} Section;

typedef struct Wait {
    uint64_t condition;
    uint32_t thread;
    EventId begin;
    EventId wake; // NO_EVENT: still waiting when the run ended
    bool timed_out;
    uint32_t repeats; // the wait of its thread before it + 1, if nothing was done in between (machine/waiting.c); or 0
} Wait;

typedef struct Signal {
    uint64_t condition;
    EventId event;
    bool broadcast;
    uint32_t only; // the one thread that it may wake; NO_THREAD: any
} Signal;

// The threads that leave a barrier together.
typedef struct BarrierRound {
    VECTOR(EventId) arrivals;
    VECTOR(EventId) departures; // parallel; NO_EVENT if not left
} BarrierRound;

// `after` cannot happen without `before` having happened: create and start, exit and join, arrivals and departures,
// initialisation and use.
typedef struct Precedence {
    EventId before;
    EventId after;
} Precedence;

// What ends the life of an object: an event, if `conditions` is 0. Else the object is a local, or a thread-local
// variable, and goes by itself after the last event of its thread before, once all conditions there hold of those that
// come before this number in the thread.
typedef struct Ending {
    EventId event;
    uint32_t conditions;
} Ending;

// A use by another thread that the run had before the memory was freed or the object destroyed, or after the object was
// initialised. The other way round it is a violation.
typedef struct Lifetime {
    Ending ending; // free, sync_destroy, or of a local; if it begins: sync_init
    EventId use;
    bool begins;
} Lifetime;

// While a thread holds an object or waits at it, nobody may destroy it; while it waits on a condition variable, nobody
// may wait there with another mutex.
typedef struct Hold {
    uint32_t thread;
    EventId begin;
    EventId end; // NO_EVENT: it holds it to the end of the run
} Hold;
typedef VECTOR(Hold) HoldList;

// An object that is destroyed or initialised by one thread, or waited on with a mutex of its own, perhaps while another
// holds it.
typedef struct HeldObject {
    EventId event; // sync_destroy, sync_init, wait
    Hold hold;
} HeldObject;

// A local that others could reach.
typedef struct Retired {
    uint64_t address, size;
    Ending ending;
    uint32_t trace;
} Retired;

typedef struct ConcurrentTrace {
    const Trace *trace;
    TermTable *terms;
    VECTOR(ConcurrentEvent) events;
    VECTOR(ConcurrentThread) threads;
    uint32_t node_count;
    VECTOR(EventId) node_events; // first event of each node
    VECTOR(Cell) cells;
    VECTOR(Access) accesses;
    VECTOR(Section) sections; // in the order of their begin
    VECTOR(uint32_t) section_lists;
    VECTOR(Wait) waits;
    VECTOR(Signal) signals;
    VECTOR(BarrierRound) barriers;
    VECTOR(Precedence) precedences;
    VECTOR(Lifetime) lifetimes;
    VECTOR(HeldObject) held_objects;
    VECTOR(Retired) retired;
    Map symbol_access;   // read symbol (Term) -> access index + 1 of its first part
    bool other_outcomes; // some operation could have gone another way although no condition says so (see outcomes.c)
    char *unasked;       // of these one about which no question can be asked, in words; NULL: none
    bool approximate;    // it allows more than the program does: a predicted run may not be executable
    bool fresh;          // threads meet at memory that none of them had written: it holds whatever it may be
    bool unfinished;     // some thread had not ended and was not blocked either
    Limits *limits;      // or NULL; while it is made
} ConcurrentTrace;

// `trace` must be symbolic (terms != NULL) and outlive what is made of it. NULL if the limits, which may be NULL, were
// exceeded before it was made.
ConcurrentTrace *concurrent_trace_create(const Trace *trace, Limits *limits);
void concurrent_trace_free(ConcurrentTrace *concurrent);
// While it is made: a limit was exceeded, and what is there is not going to be used.
bool concurrent_trace_stopped(const ConcurrentTrace *concurrent);

const TraceEvent *concurrent_trace_recorded(const ConcurrentTrace *concurrent, EventId event);
// Whether the event frees what the violation is about, or the end of a local of another thread takes it away.
bool concurrent_trace_frees(const TraceEvent *event, const TraceEvent *violation);
bool concurrent_trace_retires(const ConcurrentTrace *concurrent, const Retired *retired, const TraceEvent *violation);
// Adds who holds the object or waits at it, other than `thread`.
void concurrent_trace_list_holds(const ConcurrentTrace *concurrent, uint64_t object, uint32_t thread, HoldList *out);
// Adds the waits of others on the condition variable of the event `wait` that are with another mutex than it.
void concurrent_trace_list_waits_with_another_mutex(const ConcurrentTrace *concurrent, EventId wait, HoldList *out);
// Whether whatever happens in one of them comes before all in the other. Not so if one ended with its lock, by another
// thread: what its own did in the run before that it may do after it.
bool concurrent_trace_exclude(const ConcurrentTrace *concurrent, const Section *first, const Section *second);
// Whether the event is inside a section of a lock that excludes the other's; sets the two sections. False for the same
// thread.
bool concurrent_trace_find_exclusion(const ConcurrentTrace *concurrent, EventId a, EventId b, uint32_t *section_a,
                                     uint32_t *section_b);

// lock_circles.c: whether threads could come to wait for each other in a circle, as far as the order of locks and joins
// goes.
bool concurrent_trace_locks_in_circle(const ConcurrentTrace *concurrent);

// The order of its nodes, as far as it is fixed. `solver` may be NULL if nothing else is asked of it.
Order *concurrent_trace_create_order(const ConcurrentTrace *concurrent, Solver *solver, OrderMethod method);
// Whether `a` comes before `b` in every execution that has both; `order` has its nodes.
bool concurrent_trace_must_precede(const ConcurrentTrace *concurrent, Order *order, EventId a, EventId b);

// The first of the thread's conditions that stands at `position` or later.
uint32_t concurrent_trace_first_condition(const ConcurrentThread *thread, uint32_t position);

// The parts of concurrent_trace_create.
void concurrent_trace_add_precedence(ConcurrentTrace *concurrent, EventId before, EventId after);
// lifetimes.c: fills lifetimes, from the events and `retired`.
void concurrent_trace_find_lifetimes(ConcurrentTrace *concurrent);
// Says of violations (indices into Trace.events) whether others are to blame: fills ConcurrentThread.blocked, or adds a
// condition.
void concurrent_trace_blame(ConcurrentTrace *concurrent, const uint32_t *violations, uint32_t count);
// Lifetimes that begin in the run become precedences, too.
void concurrent_trace_settle_beginnings(ConcurrentTrace *concurrent);
// cells.c: fills cells, accesses and symbol_access from the accesses to memory and the operations on semaphores.
void concurrent_trace_split_cells(ConcurrentTrace *concurrent);
// reduction.c: merges nodes that need no order among themselves, drops what fixed order settles.
void concurrent_trace_reduce(ConcurrentTrace *concurrent);
// The writes that may be taken by a read.
typedef struct Selection {
    bool initial;                // or the value from before all of them
    VECTOR(uint32_t) writes;     // accesses that write the cell, by other events, and do not certainly come later
    VECTOR(uint32_t) candidates; // those of them that can be the last before the read
} Selection;
// candidates.c
void concurrent_trace_select_writes(const ConcurrentTrace *concurrent, Order *order, const Access *read,
                                    Selection *out);
void selection_free(Selection *selection);
// values.c: fills Condition.certain.
void concurrent_trace_find_values(ConcurrentTrace *concurrent, Order *order);
// bounds.c: fills Cell.bounded and its bounds.
void concurrent_trace_find_bounds(ConcurrentTrace *concurrent);
// sums.c: fills Access.delta.
void concurrent_trace_find_sums(ConcurrentTrace *concurrent);
// outcomes.c: fills other_outcomes and unasked.
void concurrent_trace_find_outcomes(ConcurrentTrace *concurrent);
// Something cannot be asked about. The first of them is kept; `where` may be NULL.
void concurrent_trace_leave_unasked(ConcurrentTrace *concurrent, const char *what, const TraceEvent *where);

// How an operation went in the run that may fail, time out, or find that somebody else did it: 1 if it succeeded, was
// woken, runs the routine of pthread_once; 0 if not; NO_OUTCOME for all other events.
uint32_t concurrent_trace_event_outcome(const ConcurrentTrace *concurrent, EventId event);
// Whether the event is a failed attempt to take a semaphore, not a lock.
bool concurrent_trace_fails_semaphore(const ConcurrentTrace *concurrent, EventId event);

#endif
