// What the two formats of witnesses have in common: the task that a witness is about, and a counterexample as steps
// over lines of the source.
#ifndef RADDLE_REPORT_WITNESS_H
#define RADDLE_REPORT_WITNESS_H

#include "base/arena.h"
#include "base/property_file.h"
#include "run/verdict.h"
#include "report/source.h"

typedef enum WitnessStepKind {
    WITNESS_LINE,     // one or several operations on a line
    WITNESS_CREATE,   // of the thread `other`
    WITNESS_START,    // of a thread, with the function `function`; no position
    WITNESS_END,      // of a thread; no position
    WITNESS_INPUT,    // `function` returned `value`
    WITNESS_VIOLATION // the last step
} WitnessStepKind;

// Strings belong to the trace, or to the list.
typedef struct WitnessStep {
    WitnessStepKind kind;
    uint32_t thread;
    uint32_t other;
    const char *function; // "" if unknown
    const char *value;    // as C writes it
    TracePosition position;
    uint32_t end_column; // WITNESS_INPUT: of the parenthesis that closes the call; 0: unknown
} WitnessStep;

typedef struct WitnessSteps {
    Arena arena;
    SourceCache sources;
    VECTOR(WitnessStep) list;
} WitnessSteps;

// The steps of a violation in their order. Operations of one thread on one line that follow each other are one step;
// those whose line is not known are left out. Files of the program have the names by which they were given.
void witness_steps_make(const Trace *trace, WitnessSteps *steps);
void witness_steps_free(WitnessSteps *steps);

// One more than the largest number of a thread.
uint32_t witness_thread_count(const WitnessSteps *steps);
// "main", or the function that the thread was started with; "" if unknown.
const char *witness_thread_function(const WitnessSteps *steps, uint32_t thread);

// The properties that the witness is about: the violated one, or all that were checked.
PropertyMask witness_properties(const Verdict *verdict);
// What was verified; NULL if that is not reported.
const TraceProgram *witness_program(const Verdict *verdict);
// "ILP32" or "LP64".
const char *witness_data_model(const TraceProgram *program);
// The SHA-256 of a file of the program in hexadecimal digits; false if it cannot be read.
bool witness_append_hash(const TraceProgram *program, uint32_t file, Text *out);
// The time now, in UTC: 2031-05-07T12:30:00Z.
void witness_append_time(Text *out);
// An identifier made from the content alone, so that the same witness has the same one.
void witness_append_uuid(const Text *content, Text *out);

#endif
