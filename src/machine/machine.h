// A running program. (Program, inputs, choices) determine everything that happens: the machine reads no clock, no
// address of the host, no random source.
//
// Between two steps every thread stands before a visible operation (an access to memory another thread may reach, an
// atomic, a synchronisation call), is blocked, or has ended; the code between two visible operations runs as part of
// the step before. The caller picks a thread that can go on (machine_alternatives > 0) and calls machine_step, until
// machine_status is not MACHINE_RUNNING.
//
// Values: a register is a 64-bit word and, in a symbolic run, may have a term beside it; so may each byte of memory. A
// run always goes on with the concrete values: the terms' values under the symbols' values in this run. What the run
// depended on is reported by events (branch, pin, assume, check).
#ifndef RADDLE_MACHINE_MACHINE_H
#define RADDLE_MACHINE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/facts.h"
#include "base/bounds.h"
#include "base/limits.h"
#include "base/property.h"
#include "base/rules.h"
#include "base/text.h"
#include "ir/program.h"
#include "machine/event.h"
#include "machine/input.h"
#include "machine/local.h"
#include "machine/reached.h"
#include "machine/rounds.h"

typedef struct Machine Machine;

typedef enum MachineStatus {
    MACHINE_RUNNING,
    MACHINE_EXITED,    // the process has ended; machine_exit_status
    MACHINE_VIOLATION, // machine_violation
    MACHINE_DISCARDED, // an assumption does not hold and nothing else can run
    MACHINE_UNKNOWN,   // machine_unknown_reason: something that is not modelled, a bound, a limit
    MACHINE_ESCAPED, // a thread reached an object thought private to another: run again with `share_everything`. Or an
                     // access was not under the lock that `guards` says, or `twins` were told apart: run again without
} MachineStatus;

// Called for every event, in order. `event` and its strings are valid during the call only.
typedef void EventSink(void *context, const Machine *machine, const Event *event);

typedef struct MachineOptions {
    PropertyMask properties;
    const Facts *facts;      // may be NULL: every global counts as shared
    const InputPlan *inputs; // may be NULL: all inputs are 0
    Limits *limits;          // may be NULL
    Reached *reached;        // may be NULL; changed by machine_step
    Rounds *rounds;          // may be NULL; changed by machine_step. Symbolic runs: what makes the run long
    Rules rules;
    bool keep_output; // capture what the program prints
    // A violation is reported (event, and machine_violation if it was asked for) and stops its thread only; no deadlock
    // is reported.
    bool go_on;
    // Symbolic runs: accesses of main while there has been no other thread are counted, but are no events, and what it
    // reads is what it wrote. Nobody can come in between; a trace begins with what memory holds then. Before a weak
    // exchange this ends: which way it goes is no matter of what memory holds.
    bool silent_setup;
    bool report_again; // symbolic runs: a condition is reported each time it is met, for who does not heed all of them
    bool plain_branches; // symbolic runs: ways not taken are not looked at, every branch is reported
    bool error_branches; // symbolic runs: `if (c) error();` is a branch, and only assert(c) and its like are checks
    // A thread that has gone round a waiting loop for nothing stays there even if what it read changes.
    bool stay_waiting;
    // A thread stops at the end of a round that took back all it did, or only looked, if it might now do otherwise
    // (attempt.c). For who tries all orders of steps.
    bool drop_undone;
    // Equal fingerprints mean that the same steps can be taken, not only that they come to the same.
    bool same_steps;
    // No loop is taken for a wait. A thread stops at the back edge of a loop, as if the next round were visible, if the
    // round depended on a term, or after many rounds.
    bool stop_at_rounds;
    // A new thread may take the number of one that has ended, if that one's handle is nowhere any more (reuse.c). The
    // program must not ask for the numbers of threads by other means, and no symbol may stand for a handle or an address
    // of what is a thread's own (machine_may_name).
    bool reuse_threads;
    // A run that comes to where a handler of a signal could interrupt another thread is given up there: for who does
    // not try each choice.
    bool refuse_interrupts;
    // Symbolic runs: inputs that the plan does not give are symbols of this table, and the values computed from them
    // terms. NULL: concrete. The table is changed by machine_step.
    TermTable *terms;
    InputSymbols *input_symbols; // may be NULL: each run has symbols of its own. Changed by machine_step
    bool concrete_inputs;        // inputs are no symbols
    bool symbolic_reads;         // every visible read yields a symbol of its own
    LocalReads *local; // with symbolic_reads: threads on their own. Changed by machine_step; NULL: they run together
    Bounds bounds;
    const struct CrowdSites *crowd; // see crowd.h; NULL: every thread is itself
    struct Twins *twins;   // see twins.h; changed by machine_step. NULL: whether threads are twins is not looked at
    struct Guards *guards; // see guards.h; changed by machine_step. NULL: a thread stops before every access
    uint64_t instruction_limit; // of one run; UINT64_MAX: none
} MachineOptions;

typedef struct Choice {
    uint32_t thread;
    uint32_t alternative; // below machine_alternatives(machine, thread)
} Choice;

typedef struct Violation {
    Property property;
    uint32_t thread;
    uint32_t position; // Position id
    const char *message;
    uint32_t other; // of a race: the thread of the other access
    uint32_t other_position;
} Violation;

// What a thread is about to do or waits for.
typedef struct Pending {
    EventKind kind;
    uint64_t address; // 0 if there is none
    uint32_t size;
    bool writes;
    bool atomic;
    bool more;    // it accesses other memory, too, in the same step
    bool attempt; // it need not wait: an attempt to take something, or a wait that its time limit may end
    bool chooses; // it has several outcomes
    uint32_t position;
    uint32_t other; // join: the thread waited for
    // Retry: the thread waits in a loop, or idles in one (then there is no address); how many of its events so far, of
    // those that count, are the round it has gone.
    uint32_t events;
} Pending;

// Runs to the first point at which a choice is needed. `options` must outlive the machine and its clones.
Machine *machine_create(const Program *program, const MachineOptions *options);
// An independent copy; cheap, memory is shared until written. The copy has no sink.
// A copy of a machine that runs without terms, which has them from here on: `options` must have a table of them and be
// the same otherwise, and what the machine holds is as if it were given.
Machine *machine_clone_with_terms(const Machine *original, const MachineOptions *options, EventSink *sink,
                                  void *context);
Machine *machine_clone(const Machine *machine);
void machine_free(Machine *machine);

// Events go to `sink` from the beginning.
Machine *machine_create_observed(const Program *program, const MachineOptions *options, EventSink *sink, void *context);
// From now on events go to `sink` (NULL: nowhere).
void machine_observe(Machine *machine, EventSink *sink, void *context);

MachineStatus machine_status(const Machine *machine);
uint32_t machine_thread_count(const Machine *machine); // threads created so far; ids are 0 (main) and up
// The run is over, or is cut, and no assumption has ended it: see Reached.
void machine_note_end(const Machine *machine);
// How messages call it: "main" or "thread 3".
void machine_append_thread(uint32_t thread, Text *out);
// In how many ways the thread can go on: 0 if it is blocked or has ended, usually 1.
uint32_t machine_alternatives(const Machine *machine, uint32_t thread);
bool machine_thread_finished(const Machine *machine, uint32_t thread);
// Whether handlers of signals can interrupt threads in this program; whether the choice is that one does.
bool machine_has_interrupts(const Machine *machine);
bool machine_choice_interrupts(const Machine *machine, Choice choice);
// Whether the thread is one that others may carry along, and can be interrupted before that.
bool machine_wait_can_be_interrupted(const Machine *machine, uint32_t thread);
// How many points the thread has passed, or has just come to, if the program was loaded for native replay
// (doc/native-replay.md).
uint64_t machine_thread_points(const Machine *machine, uint32_t thread);
// Whether the last of them is the point of a copy, which may have been split into accesses that have none of their own.
bool machine_thread_copies(const Machine *machine, uint32_t thread);
// The thread that has joined this one, or NO_THREAD.
uint32_t machine_joined_by(const Machine *machine, uint32_t thread);
// Whether the thread merely gives the others a chance (sleep, yield): if its step is found to be quiet, stepping it
// first loses no behaviour.
bool machine_thread_yields(const Machine *machine, uint32_t thread);
// Whether the last step was that of a thread that yields, and nobody could notice it: nothing of what follows up to the
// thread's next visible operation was violated, ended, created, taken away or read from outside.
bool machine_was_quiet(const Machine *machine);
// The thread with which, or with a function or block of which, the life of what is or was at the address ends without
// an operation of its own: a local or a thread-local variable. NO_THREAD: it is none.
uint32_t machine_mortal_owner(const Machine *machine, uint64_t address);
// Where it is in the program, outside the models of the library: a Position id.
uint32_t machine_thread_position(const Machine *machine, uint32_t thread);
// Precondition: the thread has not ended.
Pending machine_pending(const Machine *machine, uint32_t thread);
// Whether a test holds for one of the places where the thread stands: in its function, and after the calls that led
// there.
bool machine_thread_any_place(const Machine *machine, uint32_t thread,
                              bool (*test)(const void *context, uint32_t function, uint32_t instruction),
                              const void *context);
// The calls that a thread is in: so many, the outermost is number 0. Of one whose function is the program's own:
// the function, and the Position id where it is; false if it is a model's.
uint32_t machine_thread_depth(const Machine *machine, uint32_t thread);
bool machine_thread_frame(const Machine *machine, uint32_t thread, uint32_t index, uint32_t *function,
                          uint32_t *position);
// The function of the library that the program has called, if the thread is in a model of one; NULL: it is not.
const char *machine_thread_library_call(const Machine *machine, uint32_t thread);
// The same for an event that is over, if it is about nothing but what the library keeps for itself: its variables, a
// section of its own, a value that it asks the world for. NULL: it concerns the program.
const char *machine_event_library_call(const Machine *machine, const Event *event);
// The instruction that the thread executes, or stands before. Precondition: the thread has not ended.
void machine_thread_place(const Machine *machine, uint32_t thread, uint32_t *function, uint32_t *instruction);
// Whether the thread waits for something that another one may do (a lock, a signal, the end of a thread, ...), or has
// stopped for good at a false assumption (then its pending kind is `assume`).
bool machine_thread_waits(const Machine *machine, uint32_t thread);
// Whether the thread is in an endless loop that reads and changes nothing: it waits for nobody.
bool machine_thread_idles(const Machine *machine, uint32_t thread);
// Whether in the last step a time limit ran out of the only thread that could go on, and another waits for ever if that one
// does no more than go round.
bool machine_leaves_stuck(const Machine *machine);
// Whether the thread could go on, also when the run has ended: had another not ended it.
bool machine_thread_could_go_on(const Machine *machine, uint32_t thread);
// Whether the thread is in an atomic section.
bool machine_thread_in_section(const Machine *machine, uint32_t thread);
// The thread that has to choose in the middle of an atomic section (whom a signal wakes, whether an allocation fails),
// or NO_THREAD: nobody else can go on.
uint32_t machine_section_chooser(const Machine *machine);
// Whether the thread waits for something that has not happened, also when the run has ended in a violation: nothing
// that it could do next is possible.
bool machine_thread_blocked(const Machine *machine, uint32_t thread);
// Of a thread that waits in a loop (pending kind `retry`): the reads, any of which may end the wait when what they read
// changes. False if there are not so many.
bool machine_waited_read(const Machine *machine, uint32_t thread, uint32_t index, uint64_t *address, uint32_t *size);
void machine_step(Machine *machine, Choice choice);
// Where memory is weak (Rules.weak_memory): how many atomic writes have been made, see Event.written; else 0. The one
// that a choice is to read, or to come directly after, and whether that was made after the first `count`.
bool machine_is_weak(const Machine *machine);
bool machine_access_is_weak(const Machine *machine, uint32_t thread, const Pending *pending);
uint32_t machine_write_count(const Machine *machine);
uint32_t machine_choice_write(const Machine *machine, Choice choice); // Event.written of it, plus 1; 0: none
bool machine_choice_fails(const Machine *machine, Choice choice); // a weak compare-exchange that fails without reason
bool machine_choice_reads_since(const Machine *machine, Choice choice, uint32_t count);
// False if it is known that the choice leads nowhere: a compare-exchange cannot do there what it would do.
bool machine_choice_is_possible(const Machine *machine, Choice choice);
// Of a clone that has done a step of the thread: whether the thread stands where it stood, and nothing else has changed
// but what is remembered of a loop that may be one of waiting. Another such step would do the same. True only if it is
// so, but not always then.
bool machine_stands_still(const Machine *before, const Machine *after, uint32_t thread);

int machine_exit_status(const Machine *machine);
const Violation *machine_violation(const Machine *machine);
const char *machine_unknown_reason(const Machine *machine); // e.g. "unmodelled function foo at x.c:12"
// Two threads stand before operations that access the same bytes, at least one writes, not both atomic: what is inside
// an atomic section is. False if there is no such pair.
bool machine_find_race(const Machine *machine, Violation *race);
// Of a symbolic machine: whether its terms decide what one of the operations that may race accesses. Then other values
// may race where these do not.
bool machine_races_depend(const Machine *machine);

// Inputs read so far, in order.
const InputValue *machine_inputs(const Machine *machine, uint32_t *count);
// Whether the run depended on something cut off: an arbitrary result of an unmodelled function.
bool machine_was_havocked(const Machine *machine);
// Whether a thread ran exit handlers because it was the last to end: another could have been. No event reports it.
bool machine_was_handled_by_last(const Machine *machine);
// Where a thread was stopped by a bound: the position of a loop, of a call that creates threads, plus 1; 0: none was.
typedef struct Cut {
    uint32_t loop, creation;
} Cut;
Cut machine_cut(const Machine *machine);
// What the program wrote to its standard output and error; empty unless keep_output.
const Text *machine_output(const Machine *machine, int descriptor);
uint64_t machine_instruction_count(const Machine *machine);
uint64_t machine_event_count(const Machine *machine);
// Without the silent ones (MachineOptions.silent_setup).
uint64_t machine_reported_event_count(const Machine *machine);
// Whether the instruction limit has ended the run.
bool machine_was_too_long(const Machine *machine);
// Of a symbolic run: what memory holds, at most 8 bytes of one object.
Term machine_content(const Machine *machine, uint64_t address, uint32_t size);
uint64_t machine_memory_bytes(const Machine *machine); // of this state, shared parts included
// Whether the last step went round a loop with visible operations: in nearly all cases only then can the state be one
// seen before.
bool machine_iterated(const Machine *machine);
// A fingerprint of everything the future depends on; two words, so that a collision need not be feared.
void machine_fingerprint(const Machine *machine, uint64_t fingerprint[2]);

// "accounts[1].balance", "heap(bank.c:12)+8", "0x..." ; returns the type id of the part, 0 if unknown.
uint32_t machine_name_address(const Machine *machine, uint64_t address, uint64_t size, Text *out);
// The same of a lock or its like: "table[2].lock".
void machine_name_synchronisation(const Machine *machine, uint64_t address, Text *out);
// Appends a string constant of the program as C writes it, if the address is in one: "abc"; a long one is cut. False if
// it is not.
bool machine_quote_string(const Machine *machine, uint64_t address, Text *out);
// The locks a thread holds, as addresses.
const uint64_t *machine_locks_held(const Machine *machine, uint32_t thread, uint32_t *count);
// The pthread_once objects whose routines the thread is in.
const uint64_t *machine_once_begun(const Machine *machine, uint32_t thread, uint32_t *count);
const Program *machine_program(const Machine *machine);

#endif
