// A run as data: the choices and inputs that make it happen again, and the events that happened, with names and values
// as people read them, so that it can be shown and compared without the program.
#ifndef RADDLE_TRACE_TRACE_H
#define RADDLE_TRACE_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/bounds.h"
#include "base/call_plan.h"
#include "base/map.h"
#include "base/none.h"
#include "base/property.h"
#include "base/rules.h"
#include "base/text.h"
#include "base/vector.h"
#include "machine/machine.h"

typedef struct TracePosition {
    const char *file; // "" if unknown
    uint32_t line;
    uint32_t column;
    const char *function; // "" if unknown
} TracePosition;

#define NO_STEP NONE
#define NO_STACK 0

// A call that has not returned: the function, and where it is. Stacks are numbers: an index into Trace.frames plus 1,
// NO_STACK if it is not known.
typedef struct TraceFrame {
    uint32_t caller; // the rest of the stack; smaller than the number of this one; NO_STACK: it is the outermost
    TracePosition position;
} TraceFrame;

typedef struct TraceEvent {
    EventKind kind;
    uint32_t thread;
    uint32_t index; // in its thread
    uint32_t step;  // index into `schedule` of the step it belongs to; NO_STEP before the first choice
    uint64_t address;
    uint32_t size;
    uint32_t other; // thread created, joined or woken; NO_THREAD if none
    uint64_t value;
    EVENT_DETAIL;
    bool atomic;
    bool conditional;
    bool again;
    bool fresh;
    bool together;
    bool weak; // see Event
    MemoryOrder order;
    uint32_t written, taken;
    bool earlier;             // of a part of a run: from before it, so that everything that is not comes later
    Term term, read, content; // see Event; terms of Trace.terms
    Property property;        // check
    uint32_t code;            // see Event; not recorded
    const char *object;       // "accounts[1].balance", the lock, the input, the start function; "" if there is none
    const char *value_text;   // the value as the source would write it; of `blocked` the library call; or ""
    const char *previous_text;
    const char *locks; // the locks held by the thread after the event, "m, table[2].lock"; "" if none
    TracePosition position;
    uint32_t stack; // of its thread, at the event
    // The function of the library inside which it happens, if it is about nothing but what the library keeps for
    // itself; "" if it concerns the program, or stacks are not recorded.
    const char *call;
} TraceEvent;

typedef struct TraceInput {
    const char *name;
    InputOrigin origin;
    uint32_t thread;
    uint32_t bits;
    uint64_t value;
    Term symbol; // NO_TERM: fixed, or the run was concrete
    TracePosition position;
} TraceInput;

typedef enum TraceEnd { TRACE_EXITED, TRACE_VIOLATION, TRACE_DISCARDED, TRACE_UNKNOWN } TraceEnd;

// What is needed to load the program again.
typedef struct TraceProgram {
    VECTOR(const char *) files;
    VECTOR(const char *) file_arguments; // further ones for each file, quoted as for a shell; empty: none for any
    VECTOR(const char *) clang_arguments;
    VECTOR(const char *) arguments;   // of the program, after its name
    const char *standard_input;       // the text of the file "-"; NULL: there is none such
    CallPlan calls;                   // what is called in place of main, if anything
    const char *assumptions;          // about the arguments of what is called, in words; NULL: none
    uint32_t symbolic_arguments;      // so many arbitrary ones after these
    VECTOR(const char *) given_files; // NAME=CONTENT, with the escapes of C
    const char *data_model;           // "host", "ILP32" or "LP64"
    Rules rules;
    Bounds bounds;
    PropertyMask properties;
} TraceProgram;

typedef struct Trace {
    Arena arena; // holds all strings
    TraceProgram program;
    VECTOR(Choice) schedule;
    VECTOR(TraceInput) inputs;
    VECTOR(TraceEvent) events;
    VECTOR(TraceFrame) frames;         // of all stacks
    TermTable *terms;                  // of a symbolic run, owned; NULL: concrete
    VECTOR(const char *) thread_names; // "main", "worker", ... by thread id: the start function
    bool handled_by_last;              // see machine_was_handled_by_last; not of a trace that was read from a file
    bool predicted;                    // a reordering of another run that was not executed: only its end need be met
    TraceEnd end;
    int exit_status;     // TRACE_EXITED
    Property property;   // TRACE_VIOLATION
    uint32_t thread;     // TRACE_VIOLATION: the violating thread
    TracePosition where; // TRACE_VIOLATION
    uint32_t stack;      // TRACE_VIOLATION: of the violating thread
    const char *message; // of the violation, or the reason of TRACE_UNKNOWN; "" otherwise
    const char *remedy;  // TRACE_VIOLATION: which memory orders would have forbidden the run; NULL: not known
} Trace;

Trace *trace_create(void);
void trace_free(Trace *trace);

#define STANDARD_INPUT_NAME "<stdin>" // what clang calls the file "-"
// A file of the program as positions name it; "" if there is none of that number.
const char *trace_file_name(const TraceProgram *program, uint32_t file);

// Makes `origin` the program of the trace; strings are copied.
void trace_set_program(Trace *trace, const TraceProgram *origin);
// Gives all threads up to and including `thread` a name: "main", "thread 1", ...
void trace_name_threads(Trace *trace, uint32_t thread);

// Recording: pass trace_sink with a TraceRecorder as context to machine_create_observed, call trace_record_choice
// before each machine_step, and trace_finish once the machine is no longer running.
typedef struct TraceRecorder {
    Trace *trace;
    bool stacks; // record them, too
    Map places;  // private to stack.c, as is the next
    Map frames;
} TraceRecorder;

void trace_sink(void *recorder, const Machine *machine, const Event *event);
void trace_record_choice(TraceRecorder *recorder, Choice choice);
// Takes over inputs, end, violation. `race`, if not NULL, is a violation found beside the machine.
void trace_finish(TraceRecorder *recorder, const Machine *machine, const Violation *race);

// Whether two accesses have a byte in common.
bool trace_events_overlap(const TraceEvent *a, const TraceEvent *b);
// Where memory is weak: whether an event, which reads, has not taken what was written there last before it.
bool trace_read_misses(const Trace *trace, uint32_t read);

// The inputs that, with `schedule`, repeat the run. Overwrites `plan`; the caller frees it with input_plan_free.
void trace_input_plan(const Trace *trace, InputPlan *plan);

// What happened, in words without thread and position: "write x = 2 (was 1)", "lock m", "wait c (releases m)".
void trace_event_describe(const TraceEvent *event, Text *out);
// An input's value as a signed number. One of 31 bits, or of another width that no integer has, is what a model of the
// library asked for, and has no sign: rand, the seconds of a clock.
void trace_format_input(uint64_t value, uint32_t bits, Text *out);
// The verdict line of a run that ends in a violation: "FALSE(assertion) bank.c:12". Code without positions is named by
// its first file and line 0.
void trace_append_verdict(const Trace *trace, Text *out);
// "bank.c:12", or "an unknown line".
void trace_position_describe(const TracePosition *position, Text *out);

// The first difference between two traces in words ("event 17: expected thread 1 writes x = 2 at a.c:9, got ...").
// False if they are the same in events, values and end.
bool trace_difference(const Trace *expected, const Trace *actual, Text *out);

// Versioned JSON. On failure returns false / NULL and appends what is wrong (file, and line where there is one).
bool trace_save(const Trace *trace, const char *path, Text *error);
// Reads a file of trace_save, or the "counterexample" inside a result of --json.
Trace *trace_load(const char *path, Text *error);
// The parts as JSON text for the result object of --json: an object with program, inputs, schedule, steps, end.
void trace_append_json(const Trace *trace, Text *out);
// The same, with "relevant": false in the steps for which `relevant` (by event) is false.
void trace_append_json_marked(const Trace *trace, const bool *relevant, Text *out);

// The position of that number, or none if there is no such; its strings are the program's.
TracePosition trace_position_in(const Program *program, uint32_t position);
// The same with strings of its own, and in a function.
void trace_position_of(const Program *program, uint32_t position, const char *function, Arena *arena,
                       TracePosition *out);

#endif
