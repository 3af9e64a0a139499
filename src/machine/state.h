// The state of a machine and the calls between its files. Private to src/machine.
#ifndef RADDLE_MACHINE_STATE_H
#define RADDLE_MACHINE_STATE_H

#include "base/vector.h"
#include "machine/arithmetic.h"
#include "machine/locations.h"
#include "machine/machine.h"
#include "machine/memory.h"
#include "machine/spin.h"

enum {
    FRAME_LIMIT = 65536,
    SETUP_SHARE = 100, // so many instructions of the set-up count as one for the limit of a run
};

// A word and, in a symbolic run, what it is of: NO_TERM if it is the same in every run along this path.
typedef struct Value {
    uint64_t word;
    Term term;
} Value;

typedef struct Frame {
    const Function *function;
    uint32_t pc;           // next instruction; current only while the thread does not run
    uint32_t base;         // first register
    uint32_t result;       // register of the caller (absolute) for the first result word
    uint32_t result_count; // words the caller expects
    uint32_t stack_mark;   // objects above it belong to this call
    bool ends_atomic;      // a function that runs as one atomic section
    bool interrupts;       // the caller stands before an instruction that it has yet to execute (interrupts.c)
    uint32_t generation;   // of the calls of this thread that marked a place to jump to, the number; 0: it has not
    uint64_t variadic;     // address of the arguments for `...`, or 0
} Frame;

typedef enum ThreadState {
    THREAD_READY,    // has invisible work to do; never between two steps
    THREAD_PENDING,  // stands before a visible operation, enabled or not
    THREAD_JOINING,  // waits for thread `wait.thread` to end
    THREAD_WAITING,  // on the condition variable `wait.object`, will take `wait.mutex` again
    THREAD_WOKEN,    // has been woken from it; enabled when the mutex is free
    THREAD_BARRIER,  // at the barrier `wait.object` until its generation is no longer `wait.value`
    THREAD_SPINNING, // in a loop that goes on only when one of `spin.reads` changes
    THREAD_ASSUMING, // an assumption does not hold: goes on nowhere
    THREAD_IDLE,     // in an endless loop that reads and changes nothing
    THREAD_FINISHED,
} ThreadState;

// What a thread waits for; which of these count depends on its state.
typedef struct Wait {
    uint32_t thread;
    uint64_t object;
    uint64_t mutex;
    uint64_t value;
    bool timed;
    bool timed_out;
} Wait;

// A wait on a condition variable or at a barrier that a handler has interrupted (interrupts.c). To others its thread
// still waits.
typedef struct Aside {
    ThreadState state; // THREAD_READY: there is none
    Wait wait;
    uint32_t depth; // of the frame that interrupted it
} Aside;

// By the handlers of signals; see interrupts.c.
typedef struct Interrupts {
    bool signalled; // it may be interrupted at any step: a signal that it does not block waits for the thread
    Aside aside;
} Interrupts;

// The last wait on a condition variable, and what was done since it ended; see waiting.c.
typedef struct LastWait {
    bool unsignalled;     // it ended without a signal
    bool changed;         // the thread did something since that others can see, or that makes it another
    VECTOR(Frame) frames; // of the thread when it began
    VECTOR(uint64_t) registers;
    VECTOR(Term) terms; // empty in a concrete run
} LastWait;

// What a thread leaves to who joins it.
typedef struct End {
    uint64_t result;
    Term term;
    bool missing; // its first function has ended without returning a value
    bool detached;
    uint32_t joined_by; // NO_THREAD: nobody yet
} End;

// With MachineOptions.stop_at_rounds: how many conditions the thread had met when it last passed a back edge, and how
// many it passed since it last stopped at one.
typedef struct PlainRounds {
    uint32_t decided, count;
} PlainRounds;

// With bounds, a loop that a thread is in.
typedef struct LoopCount {
    uint32_t depth; // of the call, in frames
    uint32_t loop;  // id in Function.loops
    uint64_t rounds;
    bool active; // in this round, or in one of a loop inside, the thread has done something that counts
} LoopCount;

typedef struct LoopCounts {
    VECTOR(LoopCount) entered; // outermost first
    uint32_t activity;         // events and conditions of the thread when these were last told about it
} LoopCounts;

// Machines that are clones have their threads in common until one takes a step.
typedef struct SharedThread {
    uint32_t references;
    bool hashed; // `hash` is that of the thread as it is; any change goes through machine_writable_thread
    uint64_t hash[2];
} SharedThread;

// What nobody comes in between.
typedef struct Section {
    uint32_t depth;                                                       // of atomic sections
    enum { EVENTS_APART, EVENTS_TOGETHER, EVENTS_TOGETHER_BEGUN } events; // see machine_join_events
} Section;

typedef struct ThreadPoints {
    uint64_t count; // see machine_thread_points
    bool copies;    // the last one is that of a copy
} ThreadPoints;

typedef enum HeldAs {
    HELD_MUTEX,
    HELD_SPIN,
    HELD_TO_READ, // a reader-writer lock
    HELD_TO_WRITE,
} HeldAs;

// Where the thread comes from.
typedef struct Origin {
    uint32_t site;    // the position at which the thread was created; of main: 0
    uint32_t creator; // by whom; of main: 0
    uint32_t left_at; // the position at which it last returned from a function of the program; see machine_violate
    enum { ROLE_ITSELF, ROLE_CROWD, ROLE_WATCHED } role; // see crowd.h
    // For twins.h.
    uint64_t routine, argument;
    uint32_t row; // StepState.row when it was created
    bool plain;   // the argument is no term
    bool begun;   // it has taken a step
    bool joins_twins;
    uint32_t twin; // the first of its twins; NO_THREAD: there are none
} Origin;

typedef struct Thread {
    SharedThread shared;
    uint32_t id;
    ThreadState state;
    VECTOR(Frame) frames;
    VECTOR(uint64_t) registers;
    VECTOR(Term) terms;      // of the registers, one each; empty in a concrete run
    VECTOR(uint64_t) locals; // address of the thread's copy of each thread-local global, by rank; 0: not yet made
    VECTOR(uint64_t) held;   // locks held, in the order of acquisition, once per acquisition
    VECTOR(uint8_t) held_as; // a HeldAs for each
    VECTOR(uint64_t) once;   // pthread_once objects whose routines it is in
    Section section;
    uint32_t generations; // given to frames so far
    Pending pending;      // THREAD_PENDING
    Wait wait;
    Interrupts interrupts;
    LastWait last_wait;
    End end;
    Spin spin;
    bool stepped; // did something visible since it last passed a back edge
    Path path;
    PlainRounds rounds;
    LoopCounts loops;
    Origin origin;
    uint32_t input_count;
    ThreadPoints points;
} Thread;

// How many blocks have been allocated at a position, which tells them apart in names.
typedef struct BlockCount {
    uint32_t position;
    uint32_t count;
} BlockCount;

// How the run stands, and how it ended.
typedef struct Outcome {
    MachineStatus status;
    int exit_status;
    Violation violation;
    Text message;  // of the violation, or the reason of MACHINE_UNKNOWN
    bool too_long; // the instruction limit has ended the run
} Outcome;

// See MachineOptions.silent_setup.
typedef struct Setup {
    bool active;
    bool over;             // main has come to a choice that the events have to report
    uint64_t instructions; // of the counts of the machine, what belongs to the set-up
    uint64_t events;
} Setup;

// The step that is being done, and what it turned out to be.
typedef struct StepState {
    bool permit;          // the running thread may perform one visible operation
    uint32_t alternative; // chosen for that operation
    bool iterated;        // it passed the back edge of a loop with visible operations
    bool quiet;           // it yields, and has done nothing else that anybody could notice
    uint32_t guarded;     // accesses before which a thread did not stop (guards.h)
    uint32_t row;         // tells threads apart that were not created one right after the other
    uint32_t threads;     // how many there were before
} StepState;

// What has happened in some step, and matters to who asks about the whole run.
typedef struct Past {
    bool havocked;
    bool handled_by_last; // the last thread to end came to the exit handlers
    Cut cut;              // the first one
    uint32_t cuts;        // how many
} Past;

typedef struct Observer {
    EventSink *sink; // NULL: nobody looks
    void *context;
} Observer;

// A thread that goes on alone: see lone.c.
typedef struct Lone {
    uint32_t rounds;         // how many of its time limits have run out while no other thread could go on
    uint32_t thread, inputs; // which it is, if there are any; how many inputs there were
    bool timed_out;          // one has, in the step that is made
    bool leaves_stuck;       // in the last step one has, and somebody waits who would wait for ever if it came round
    uint64_t fingerprint[2]; // of the machine, after one of these rounds
} Lone;

struct Machine {
    const Program *program;
    const MachineOptions *options;
    TermTable *terms;    // NULL: a concrete run
    struct Probe *probe; // not NULL: a look at a way that the run did not take; see probe.c
    bool apart;          // a look at one operation alone: it stops before guarded accesses, too; see races.c
    Memory memory;
    struct WeakMemory *weak; // NULL: memory is sequentially consistent; see weak_memory.h
    VECTOR(Thread *) threads;
    uint32_t live_count;   // threads that have not ended
    uint32_t joined_count; // of `threads`
    bool attempts;         // the program may try to take a mutex without waiting for it
    Outcome outcome;
    Lone lone;
    VECTOR(InputValue) inputs;
    uint32_t ordered_inputs; // taken by order
    VECTOR(BlockCount) blocks;
    Looks looks;
    Setup setup;
    StepState step;
    Past past;
    Observer observer;
    Text output, error_output;
    uint64_t instruction_count;
    uint64_t event_count;
};

// What became of an operation that may stop its thread.
typedef enum Flow {
    FLOW_NEXT,  // done, on to the next instruction
    FLOW_STOP,  // not done: the thread stands before it (its state says why)
    FLOW_FRAME, // the current frame has changed
    FLOW_END,   // the thread or the process has ended
    FLOW_WORDS, // of symbolic_execute: the terms are done, the words are still to be computed
} Flow;

// A call of an intrinsic.
typedef struct Call {
    Intrinsic intrinsic;
    const CallOperands *operands;
    uint64_t *registers; // of the calling frame
    Term *terms;         // of these registers, or NULL
    uint32_t dst;        // relative to them
} Call;

static inline uint64_t call_argument(const Call *call, uint32_t index)
{
    return index < call->operands->argument_count ? call->registers[call->operands->arguments[index]] : 0;
}

static inline Term call_argument_term(const Call *call, uint32_t index)
{
    return call->terms && index < call->operands->argument_count ? call->terms[call->operands->arguments[index]]
                                                                 : NO_TERM;
}

static inline void call_return(const Call *call, uint64_t value)
{
    if (!call->operands->result_count)
        return;
    call->registers[call->dst] = value & width_mask(call->operands->result_width);
    if (call->terms)
        call->terms[call->dst] = NO_TERM;
}

// Of a register of the thread, or of what it has returned (RESULT_REGISTER).
static inline Value thread_register_value(const Thread *thread, uint32_t index)
{
    if (index == RESULT_REGISTER)
        return (Value){thread->end.result, thread->end.term};
    return (Value){thread->registers.data[index], thread->terms.data[index]};
}

static inline void thread_put_register(Thread *thread, uint32_t index, Value value)
{
    *(index == RESULT_REGISTER ? &thread->end.result : &thread->registers.data[index]) = value.word;
    *(index == RESULT_REGISTER ? &thread->end.term : &thread->terms.data[index]) = value.term;
}

// The number of its function. Hashes are made of it and not of the pointer, so that they are the same in every process.
static inline uint32_t frame_function(const Machine *machine, const Frame *frame)
{
    return (uint32_t)(frame->function - machine->program->functions.data);
}

static inline Frame *thread_frame(const Thread *thread)
{
    return &thread->frames.data[thread->frames.count - 1];
}

static inline uint64_t pointer_mask(const Machine *machine)
{
    return width_mask(machine->program->layout.pointer_bits);
}

// machine.c
// The position in the program's own source at which the thread stands: that of the nearest caller that is not a model.
uint32_t thread_position(const Machine *machine, const Thread *thread);
void machine_append_position(const Machine *machine, uint32_t position, Text *out);
// What all runs together have come to.
void machine_note_mark(const Machine *machine, const Thread *thread, Mark mark);
// Where memory is weak: the thread has come to an atomic operation or a fence.
void machine_note_atomic(const Machine *machine, const Thread *thread);

// The thread goes no further: an assumption does not hold, or something is violated that nobody asked about. The others
// go on, because what they do next could have come first; unless the thread is in an atomic section, which nobody comes
// in between.
Flow machine_stop_thread(Machine *machine, Thread *thread);
// The doing of the thread itself.
Flow machine_violate(Machine *machine, Thread *thread, Property property, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// Perhaps the doing of others; `object` is 0 if the cause is not the state of one.
Flow machine_violate_because(Machine *machine, Thread *thread, Property property, Cause cause, uint64_t object,
                             const char *format, ...) __attribute__((format(printf, 6, 7)));
Flow machine_give_up(Machine *machine, Thread *thread, const char *format, ...) __attribute__((format(printf, 3, 4)));
// What the thread does until machine_part_events is one operation for the others, however many events report it. It
// does not stop in between.
void machine_join_events(Thread *thread);
void machine_part_events(Thread *thread);
// An access of the set-up.
void machine_count_silently(Machine *machine, Thread *thread);
void machine_emit(Machine *machine, Thread *thread, Event event);
Value machine_read_input(Machine *machine, Thread *thread, const char *name, InputOrigin origin, uint32_t bits);
// A clone that does not know what was read and printed so far.
Machine *machine_fork(const Machine *original);
void machine_update_concurrency(Machine *machine);

// Whether the thread must stop before the visible operation described by `pending`; takes the permit otherwise.
bool thread_must_stop(Machine *machine, Thread *thread, Pending pending);
// The same for one that is nothing but an access: it may be one in between which and what is before nobody can come.
bool thread_must_stop_before_access(Machine *machine, Thread *thread, Pending pending);
// The same for an operation that has several outcomes, which must be chosen even when no other thread runs.
bool thread_must_choose(Machine *machine, Thread *thread, Pending pending);
void machine_set_errno(Machine *machine, Thread *thread, int code);

// copies.c: checked copies and fills of ranges, by the running thread.
// What a copy that may not overlap (memcpy) must find; a structure may be assigned to itself.
Flow access_check_disjoint(Machine *machine, Thread *thread, uint64_t to, uint64_t from, uint64_t size);
// Copies bytes at once, with what is known of them. False if time has run out meanwhile: the run is over, with part of it done.
bool access_move(Machine *machine, uint64_t to, uint64_t from, uint64_t size);
// `progress` are two registers, `held` is the term of the second (may be NULL in a concrete run).
Flow access_copy(Machine *machine, Thread *thread, uint64_t to, uint64_t from, uint64_t size, uint64_t *progress,
                 Term *held);
Flow access_fill(Machine *machine, Thread *thread, uint64_t to, Value byte, uint64_t size, uint64_t *progress);

// access.c: checked accesses of the running thread, events and publication included. They return FLOW_NEXT when done.
// Terms of what is read and written have the width of the access, or fewer bits: the rest is zero.
Flow access_read(Machine *machine, Thread *thread, uint64_t address, uint32_t size, uint8_t flags, Value *value);
Flow access_write(Machine *machine, Thread *thread, uint64_t address, uint32_t size, uint8_t flags, Value value);
// The bytes have no value that the program gave them: an arbitrary one is theirs when they are read.
Flow access_unset(Machine *machine, Thread *thread, uint64_t address, uint32_t size, uint8_t flags);
Flow access_exchange(Machine *machine, Thread *thread, uint64_t address, const Instruction *instruction, Value operand,
                     Value *old);
// What a compare-exchange found, and whether it failed without looking at that.
typedef struct Exchange {
    Value old;
    bool failed;
} Exchange;
Flow access_compare_exchange(Machine *machine, Thread *thread, uint64_t address, const Instruction *instruction,
                             Value expected, Value desired, Exchange *exchange);
// Whether nothing is done with the result of the instruction that the thread executes, or waits in.
bool thread_drops_result(const Machine *machine, const Thread *thread);
// Whether the thread stands before a compare-exchange that may fail without reason.
bool access_may_fail(const Machine *machine, const Thread *thread);
// Checks the access and stops before it if others must get their chance. `visible` tells whether it was a visible
// operation.
Flow access_begin(Machine *machine, Thread *thread, uint64_t address, uint64_t size, EventKind kind, uint8_t flags,
                  bool *visible);
// Writes a word where the caller has checked the range and has let others go first. Emits the write if it is visible.
void access_put(Machine *machine, Thread *thread, uint64_t address, uint32_t size, Value value);
// The term of what memory holds, NO_TERM if it is concrete; at most 8 bytes.
Term access_content(const Machine *machine, uint64_t address, uint32_t size);
// Gives bytes that have just been written their terms.
void access_put_content(Machine *machine, uint64_t address, uint32_t size, Term term);
// Checks a range without accessing it; FLOW_END after reporting a violation.
Flow access_check(Machine *machine, Thread *thread, uint64_t address, uint64_t size, bool write);
// Makes everything reachable from a pointer value visible to all threads; `thread` is the one that gives it away.
bool access_publish(Machine *machine, Thread *thread, uint64_t value);
// Whether an access there would be a visible operation. The address may be any.
bool access_is_visible(const Machine *machine, uint64_t address);
// Checks a range that is read in one visible operation and reports the reads. With `pin`, what follows depends on the
// bytes.
Flow access_read_together(Machine *machine, Thread *thread, uint64_t address, uint64_t size, bool pin);
// The second half of it, after the checks.
void access_emit_reads(Machine *machine, Thread *thread, uint64_t address, uint64_t size, bool pin);
// Reports a read of at most 8 bytes; returns the term of what it yields.
Term access_emit_read(Machine *machine, Thread *thread, uint64_t address, uint32_t size);
// Remembers a read for the detection of waiting loops.
void access_note_read(const Machine *machine, Thread *thread, uint64_t address, uint32_t size, uint64_t value);
// A NUL-terminated string of the program; FLOW_END after reporting a violation. Appends to `out`.
Flow access_string(Machine *machine, Thread *thread, uint64_t address, Text *out);

// interpret.c: runs the thread until it stops, ends, or the machine is no longer running.
void thread_run(Machine *machine, Thread *thread);
// Whether a limit is exceeded: then the run is over, for that reason.
bool machine_time_is_up(Machine *machine);
Flow thread_call(Machine *machine, Thread *thread, const Function *function, const CallOperands *operands,
                 uint32_t dst);
// The thread's last call is over, and its locals with it.
void thread_leave_call(Machine *machine, Thread *thread);

// threads.c
Thread *machine_writable_thread(Machine *machine, uint32_t id);
Thread *thread_create(Machine *machine);
// In the place of one that has ended, unless it is NO_THREAD.
Thread *thread_create_at(Machine *machine, uint32_t place);
Thread *thread_copy(const Thread *thread); // with no place in a machine yet
void thread_release(Thread *thread);
// Takes back the thread's stack down to a mark.
void thread_release_stack(Machine *machine, Thread *thread, uint32_t mark);
void thread_end_life(Machine *machine, Thread *thread, uint64_t address); // of a local, with its block
Flow thread_finish(Machine *machine, Thread *thread, Value result);
uint64_t thread_local_address(Machine *machine, Thread *thread, uint32_t global);
void machine_settle(Machine *machine);
void machine_check_deadlock(Machine *machine, uint32_t last);
// Whether the first thread stands further up in the program's text.
bool thread_stands_above(const Machine *machine, uint32_t id, uint32_t other);

// lone.c
void lone_note_timeout(Machine *machine);
void lone_note_choice(Machine *machine, Choice choice); // before the step
// After a step of the thread `last`: one that waits for ever because `last` alone goes on for ever; or NO_THREAD.
uint32_t lone_find_stuck(Machine *machine, uint32_t last);

// meeting.c
// The thread is about to make a step: whom it competes with is noted, if anybody asked.
void machine_note_meetings(const Machine *machine, uint32_t thread);

// spin.c
// Looks closely at the next iterations of the loop the thread is in, if any: it may read and change nothing. The thread
// has slept or yielded; or gone round for long.
void thread_watch_yield(Machine *machine, Thread *thread);
void thread_watch_long(Machine *machine, Thread *thread);
// Makes memory see all accesses of the thread that runs, if it is watched.
void thread_set_watch(Machine *machine, const Thread *thread);
typedef enum Round {
    ROUND_COUNTS, // the thread goes on into the next one
    ROUND_VOID,   // likewise, as if the last one had not been
    ROUND_WAITS,  // it changed nothing, and the next one would be the same: the thread is blocked
    // It changed nothing, and was needed only because a weak exchange failed without reason: there is a run without it.
    ROUND_NEEDLESS,
} Round;
// Whether what the thread makes on its stack now is gone when the round ends: it is in a call that the round has made.
static inline bool thread_is_in_call_of_round(const Thread *thread)
{
    return thread->spin.registers.count && thread->spin.depth && thread->frames.count > thread->spin.depth;
}

// Whether there is such a local at the address.
bool thread_is_passing_local(const Machine *machine, const Thread *thread, uint64_t address);
// The loop is entered, and its first round begins, where that matters.
void thread_enter_loop(Machine *machine, Thread *thread, uint32_t loop);
// The back edge of a loop that counts is passed: the round goes on.
void thread_pass_counting_edge(Machine *machine, Thread *thread, uint32_t pc);
// Attempts (attempt.c). A loop is entered whose back edge is at `pc`; its back edge is passed: true if there is a run
// without this round. The thread makes an update; comes to memory, which others may have made updates of.
void attempt_enter_loop(Machine *machine, Thread *thread, uint32_t pc);
bool attempt_ends_in_vain(Machine *machine, Thread *thread, uint32_t pc);
// The thread stands before an update: true if with that it would make another attempt, and the last one was in vain.
bool attempt_repeats_in_vain(Machine *machine, Thread *thread);
// The call with the loop is left.
void attempt_leave_call(Machine *machine, Thread *thread);
void attempt_note_update(Machine *machine, Thread *thread, const Event *event);
void attempt_note_access(Machine *machine, uint32_t by, const Event *event);
// Accesses under a lock (guards.c). Whether the thread has the lock that the memory needs, so that it can go on without a
// stop. What has happened is looked at: an access without the lock ends the run.
bool guards_let_pass(Machine *machine, const Thread *thread, const Pending *pending);
void guards_check(Machine *machine, const Thread *thread, const Event *event);
// Twins (twins.c). Threads have come to their first operation; something has happened: if somebody could tell twins apart by
// it, the run ends.
void twins_find(Machine *machine);
void twins_check(Machine *machine, Thread *thread, const Event *event);
// Bounds (bounds.c). The loop is entered anew; its back edge is taken: true if the thread must stop there.
void bounds_enter_loop(Machine *machine, Thread *thread, uint32_t loop);
bool bounds_pass_loop(Machine *machine, Thread *thread, uint32_t loop);
// The thread has left a call.
void bounds_leave_call(Thread *thread);
// Whether the creator of one more thread must stop instead.
bool bounds_refuse_thread(Machine *machine, const Thread *creator);
uint64_t bounds_hash(const Machine *machine, const Thread *thread, uint64_t hash);
// crowd.c
// Whether a call there creates threads that are one of many.
// reuse.c
uint64_t thread_handle(const Machine *machine, uint32_t id);
uint32_t thread_of_handle(const Machine *machine, uint64_t handle); // NO_THREAD: it is none
// The number that a new thread can have whose handle is to be written to an address; NO_THREAD: a new one.
uint32_t reuse_find(const Machine *machine, uint64_t destination);
// What memory keeps of the old thread.
void reuse_forget(Machine *machine, uint32_t thread, uint64_t destination);

bool crowd_has_site(const Machine *machine, uint32_t position);
// Before the first of them.
void crowd_make(Machine *machine);

// Called at the back edge of any other loop.
Round thread_end_round(Machine *machine, Thread *thread, uint32_t pc);
// Whether a value that a thread in state THREAD_SPINNING read has changed.
bool thread_spin_over(const Machine *machine, const Thread *thread);
// Whether it need not wait any longer, but something else has been decided: that it stays, or that it does not read what
// it could read. What is written is read in the end, so it is not stuck.
bool thread_could_leave_spin(const Machine *machine, const Thread *thread);
// Such a thread is about to run on, from the back edge at which it waits.
void thread_resume_round(Machine *machine, Thread *thread);
// The thread does something else before it goes on, whether it waits or not: what it has done in its loop so far is no
// round any more.
void thread_leave_round(Machine *machine, Thread *thread);
// The condition under which two values are the same.
Term thread_same_value(TermTable *terms, Value before, Value after);
// In a symbolic run it is a branch whether what may be the same is the same.
void thread_report_whether_same(Machine *machine, Thread *thread, Term same, bool holds);

// waiting.c
// A wait on a condition variable begins, ends.
void thread_note_wait(const Machine *machine, Thread *thread);
void thread_end_wait(Thread *thread);
// Whether the thread stands before the wait that was its last one, as it stood there then, and has done nothing since.
bool thread_waits_again(const Machine *machine, const Thread *thread);
// The same. In a symbolic run it is a branch.
bool thread_report_waits_again(Machine *machine, Thread *thread);
// What the thread remembers of its last wait, if that may matter.
uint64_t thread_hash_wait(const Machine *machine, const Thread *thread, uint64_t hash);

// interrupts.c
// Whether one more alternative of the thread is to be interrupted by the handler of a signal; and that it is.
bool thread_can_be_interrupted(const Machine *machine, const Thread *thread);
void thread_interrupt(Machine *machine, Thread *thread);
// The frame that has interrupted it is gone.
Flow thread_end_interruption(Thread *thread);

// rounds.c: what a thread of a machine with MachineOptions.rounds does next.
void rounds_enter_loop(Machine *machine, const Thread *thread, uint32_t loop);
void rounds_pass_loop(Machine *machine, const Thread *thread, uint32_t loop); // its back edge
void rounds_jump(Machine *machine, const Thread *thread, uint32_t target);    // a computed goto
void rounds_call(Machine *machine, const Thread *thread, const Function *function);
void rounds_return(Machine *machine, const Thread *thread);

// intrinsics.c dispatches to the files below it.
Flow intrinsic_call(Machine *machine, Thread *thread, const Call *call);
Flow intrinsic_allocation(Machine *machine, Thread *thread, const Call *call);
Flow intrinsic_thread(Machine *machine, Thread *thread, const Call *call);
Flow intrinsic_sync(Machine *machine, Thread *thread, const Call *call);
Flow intrinsic_output(Machine *machine, Thread *thread, const Call *call);
Flow intrinsic_jump(Machine *machine, Thread *thread, const Call *call); // setjmp, longjmp
Flow intrinsic_interrupt(Machine *machine, Thread *thread, const Call *call);
bool intrinsic_math(const Call *call);
// Whether the rules let a call of the function fail: then its thread chooses.
bool allocation_may_fail(const Machine *machine, const Call *call);
bool thread_call_may_fail(const Machine *machine, Intrinsic intrinsic);
// Whether the call creates a thread that is one of many, and could be the watched one (crowd.h): the second alternative.
bool thread_call_may_be_watched(const Machine *machine, const Thread *thread, Intrinsic intrinsic);
void machine_check_leaks(Machine *machine, Thread *thread);

// sync.c, sync_ready.c In how many ways a thread in state THREAD_PENDING before a synchronisation call, THREAD_WAITING or
// THREAD_WOKEN can go on.
uint32_t sync_alternatives(const Machine *machine, const Thread *thread);
// Continues a wait on a condition variable when its thread is stepped.
Flow sync_continue_wait(Machine *machine, Thread *thread);
// The thread that must act before `thread` can go on, if it is a single one (owner of a mutex, target of a join), else
// NO_THREAD.
uint32_t sync_blocker(const Machine *machine, const Thread *thread);
bool sync_barrier_released(const Machine *machine, const Thread *thread);
// New memory begins there: what was there before is gone, locked or not, and so nobody holds it.
void sync_forget(Machine *machine, uint64_t address, uint64_t size);
// Whether somebody holds a lock in that memory.
bool sync_is_held_within(const Machine *machine, uint64_t address, uint64_t size);
EventKind sync_event_kind(Intrinsic intrinsic);

// intrinsics.c
// The call before which a thread stands. False if it stands before another kind of instruction.
bool intrinsic_decode(const Machine *machine, const Thread *thread, Call *call);

#endif
