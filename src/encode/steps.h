// The step encoding (Yang and Sakallah, section 3): what threads can do, as graphs of places, unrolled for a number of
// steps.
//
// T[i] is the thread that does step i, L_t[i] the place where thread t stands before it, and every variable has a copy
// for each step. It is there for comparison: the formula grows with the number of steps times the number of places.
//
// Call order: fill a StepProgram; steps_encode; ask as often as needed; after SOLVE_SATISFIED read.
#ifndef RADDLE_ENCODE_STEPS_H
#define RADDLE_ENCODE_STEPS_H

#include "base/limits.h"
#include "base/property.h"
#include "base/vector.h"
#include "solve/solver.h"

typedef enum StepKind {
    STEP_ACCESS, // merely reads and writes variables
    STEP_LOCK,   // waits until the variable `lock` is 0, and makes it 1
    STEP_UNLOCK,
    STEP_CREATE, // thread `other` may run from now on
    STEP_JOIN,   // waits until thread `other` has ended
} StepKind;

// The value read becomes that of the symbol, or of a part of it; the value written is a term over symbols of the
// thread, those of this step included.
typedef struct StepAccess {
    uint32_t variable;
    Term symbol; // NO_TERM: it does not read
    Term read;   // the symbol, or the part of it that has the width of the variable
    Term write;  // NO_TERM: it does not write
} StepAccess;

enum { STEP_END = UINT32_MAX }; // the place where a thread has ended

// Where the thread goes on after the step if the guard holds. At most one of a place holds. Where none does, the step
// cannot be done, unless something is violated in it.
typedef struct StepEdge {
    Term guard;
    uint32_t target;
} StepEdge;

// Something that may be asked about: that the step is done and the guard holds. Then nothing follows.
typedef struct StepCheck {
    Term guard;
    uint32_t question;
} StepCheck;

typedef struct StepPlace {
    StepKind kind;
    VECTOR(StepAccess) accesses; // of different variables
    uint32_t lock;               // STEP_LOCK, STEP_UNLOCK
    uint32_t other;              // STEP_CREATE, STEP_JOIN
    bool alone;                  // while the thread stands here nobody else moves
    bool rests;                  // a thread that stays here for ever is not waiting
    VECTOR(StepEdge) edges;
    VECTOR(StepCheck) checks;
} StepPlace;

typedef struct StepThread {
    VECTOR(StepPlace) places;
    uint32_t first; // place, or STEP_END
    bool created;   // by a step; else it is there from the beginning
} StepThread;

typedef struct StepVariable {
    uint32_t width;
    Term initial;
} StepVariable;

// All symbols in terms are read by some place, and by places of one thread only; others are values that nothing
// decides.
typedef struct StepProgram {
    TermTable *terms;
    VECTOR(StepVariable) variables;
    VECTOR(StepThread) threads;
    uint32_t questions;
} StepProgram;

void step_program_free(StepProgram *program);

typedef struct StepOptions {
    uint32_t steps;
    // Of two independent steps the one of the thread with the smaller number comes first (section 5, equation 12).
    bool peephole_reduction;
    bool local_ssa; // what a thread has read has one copy, not one for each step (section 5)
} StepOptions;

typedef struct StepEncoding StepEncoding;

// One of the properties that no question of the encoding can be about, in words; NULL: there is none.
const char *steps_unknown_property(PropertyMask properties);

// The program and the limits, which may be NULL, must outlive the encoding. NULL if a limit was reached before it was
// complete.
StepEncoding *steps_encode(const StepProgram *program, const StepOptions *options, Limits *limits);
void steps_free(StepEncoding *encoding);
Solver *steps_solver(const StepEncoding *encoding);

// That something is violated that was asked about, or that some threads are blocked and nobody can go on.
Literal steps_question(StepEncoding *encoding, uint32_t question);
Literal steps_deadlock(StepEncoding *encoding);

// Whether one of the literals, those that are 0 left out, can hold; sets which.
bool steps_ask_any(StepEncoding *encoding, const Literal *questions, uint32_t count, uint32_t *answered);

typedef struct StepTaken {
    uint32_t thread;
    uint32_t place;
} StepTaken;
typedef VECTOR(StepTaken) StepsTaken;
// That the thread stands at or after a place when it is all over. Places are meant to be in one row, but for those
// where it rests.
Literal steps_reaches(StepEncoding *encoding, uint32_t thread, uint32_t place);
// After SOLVE_SATISFIED: from now on the question is about executions in which some thread stands elsewhere in the end.
void steps_exclude_end(StepEncoding *encoding, Literal question);
// After SOLVE_SATISFIED.
void steps_read(const StepEncoding *encoding, StepsTaken *out);

#endif
