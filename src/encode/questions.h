// Questions about the executions of an encoding. Each returns a literal that implies what is asked about; assume it and
// solve.
#ifndef RADDLE_ENCODE_QUESTIONS_H
#define RADDLE_ENCODE_QUESTIONS_H

#include "encode/encoding.h"

// The condition (index into the thread's conditions) is reached and does not hold.
Literal question_fails(Encoding *encoding, uint32_t thread, uint32_t condition);

// Both threads stand right before their accesses, or before what they do in one step and these are part of.
Literal question_meet(Encoding *encoding, EventId a, EventId b);
// All pairs of accesses that could race as far as locks, atomicity and fixed order go. One pair per pair of places is
// enough for the caller to ask about; all are listed, in observed order.
typedef struct EventPair {
    EventId first, second;
} EventPair;
typedef VECTOR(EventPair) EventPairs;
void question_list_races(Encoding *encoding, EventPairs *out);

// A thread stands before a use of what is already freed or destroyed, or not yet initialised (index into
// ConcurrentTrace.lifetimes).
Literal question_outlived(Encoding *encoding, uint32_t lifetime);
// An object is in use while another thread stands before destroying or initialising it, or before waiting on it with
// another mutex (index into ConcurrentTrace.held_objects).
Literal question_destroyed_while_held(Encoding *encoding, uint32_t held);
// A thread that violated in the run, for which others were to blame (ConcurrentThread.blocked), does so again.
Literal question_at_fault(Encoding *encoding, uint32_t thread);

// The event is an operation that went one of two ways, as concurrent_trace_event_outcome tells: an attempt to take a
// lock or a semaphore that does not wait for ever, the end of a wait with a time limit, pthread_once.
bool question_has_other_outcome(const ConcurrentTrace *concurrent, EventId event);
// Its thread stands right before such an event, where it would go the other way. A wait that timed out has already been
// woken there. To be asked before anything is solved: others may have to stop inside lock sections that otherwise
// happen as a whole.
Literal question_other_outcome(Encoding *encoding, EventId event);

// The thread stands where it was blocked when the run ended, and nothing keeps it there.
Literal question_released(Encoding *encoding, uint32_t thread);

// Deadlock. `stuck` gets one entry per thread and place where it can block, with a literal that implies it is stuck
// there.
typedef struct StuckThread {
    uint32_t thread;
    const TraceEvent *where;
    bool joins;
    Literal literal;
    Literal in_circle; // the thread is one of those that wait for each other
} StuckThread;
typedef struct DeadlockQuestion {
    Literal global; // nobody can go on and somebody has not ended
    Literal local;  // some threads wait for each other, or for a lock of one that has ended
    VECTOR(StuckThread) stuck;
} DeadlockQuestion;
// False if the locks are always taken in one order and nothing else can block for ever; then nothing is encoded.
bool question_deadlock_possible(const ConcurrentTrace *concurrent);
void question_deadlock(Encoding *encoding, DeadlockQuestion *out);

#endif
