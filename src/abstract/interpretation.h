// The interpretation of a program by sets of values, one class of threads at a time: what its parts share. Private to
// src/abstract.
//
// A class of threads is what one place of the program creates, in one context: one thread, or many. Contexts are calls by
// the way that led to them, so each function is looked at anew for each call. A class is gone through with all that the
// others may do to memory summed up in the invariant: what may stand in a zone when nobody owns it. A zone is owned by a
// thread that holds a lock that protects the zone, or that is the only one to use it, or that is alone; what it writes
// then is its own business until it gives the zone up, and only then joins the invariant.
//
// Who uses a zone and which locks protect it is found by going through everything with a guess, the most hopeful one first,
// and again with what was found, until the guess is what is found.
#ifndef RADDLE_ABSTRACT_INTERPRETATION_H
#define RADDLE_ABSTRACT_INTERPRETATION_H

#include "abstract/flow.h"
#include "abstract/relations.h"
#include "abstract/state.h"
#include "abstract/zones.h"
#include "analysis/facts.h"
#include "base/limits.h"
#include "base/none.h"
#include "base/property.h"
#include "base/rules.h"

enum { CONTEXT_LIMIT = 20000, DEPTH_LIMIT = 64, MAIN_CLASS = 0, NO_LOCK = NONE };

// A block in a round of its loop.
typedef struct Slot {
    State *state;    // when it is come to; NULL: never
    uint32_t joins;  // that changed it
    uint32_t rounds; // of these, by a back edge
    bool dirty;      // it has changed since it was gone through
} Slot;

typedef struct Context {
    uint32_t parent; // NONE: of the first function of a thread
    uint32_t call;   // the instruction of the parent, and its round
    uint32_t call_round;
    uint32_t function, threads; // which class of threads
    uint32_t depth;
    uint32_t base; // its first register in State.registers
    bool once;     // a thread comes to it once at most
    Slot *slots;   // by block and round
    uint32_t slot_count;
    uint64_t version; // of the invariant, when it was gone through
    uint32_t exit_joins;
    State *exit;  // where it returns; the results are its last registers. NULL: it does not
    IdList zones; // of the locals that it makes
} Context;

typedef struct ThreadClass {
    uint32_t function;                 // of the program: where its threads begin
    uint32_t site, instruction, round; // context that creates them, and where
    uint32_t context;                  // of its first function
    uint32_t creator;                  // class
    bool many;                         // more than one thread
    ClassSet offspring;                // classes that it creates, and those create, and so on
    ClassSet beside;                   // classes of which threads may run when one is created, and the other way round
    ClassSet left;                     // of its offspring, what may be running when it ends
    bool detached;                     // its threads may be detached from the beginning
    bool ends;
    Value result;    // of its threads, for who joins them
    State *start;    // joined over all creations; NULL: none yet
    uint32_t joiner; // class + 1 that joins or detaches it; 0: nobody does
} ThreadClass;

typedef struct Lock {
    uint32_t zone; // an elder or a global
    int64_t offset;
    LibraryType type;
    bool ready_at_first; // it needs no initialisation
    uint32_t mutex;      // of a condition variable: the one of all waits; 0: none yet
} Lock;

// Who uses a zone while others may run, and how. A guess, and then what was found.
typedef struct ZoneUse {
    ClassSet users;
    bool many; // a user is of a class of many
    bool written;
    LockSet protected; // locks that every user holds, who writes alone
} ZoneUse;

// One instruction that accesses a zone.
typedef struct Access {
    uint32_t zone, context, instruction, threads;
    int64_t low, high; // bytes; the first and the last
    bool writes, atomic;
    LockSet held, read_held;
    ClassSet running;
} Access;

// What an instruction was found to read and write, in all contexts together, and the locks held at it for certain. Runs are
// held against it (containment.h).
typedef struct Observation {
    ValueId read, written;
    LockSet held, read_held;
} Observation;

typedef struct Alarm {
    bool raised;
    uint32_t position;
    Text message;
} Alarm;

// While `from` is held, or until it ends if it is a class, `to` is waited for.
typedef struct Wait {
    uint32_t from, to; // locks, or SET_LIMIT + class
    uint32_t position;
} Wait;

// What was found on the way, of all classes and contexts.
typedef struct Records {
    struct {
        VECTOR(Access) rows;
        Map ids;
    } accesses;
    VECTOR(Wait) waits;
    struct {
        VECTOR(Observation) rows;
        Map ids; // by function and instruction
    } observations;
} Records;

// What may stand in zones that nobody owns.
typedef struct Invariant {
    Content content;
    bool has_globals; // some thread has been created; before that globals are what they are at first
    IdList published; // zones of which another thread may know an object
    Map growth;       // how often the content of a zone has changed
} Invariant;

typedef struct Interpretation {
    const Program *program;
    PropertyMask properties;
    Rules rules;
    Limits *limits;
    const Facts *facts; // may be NULL
    ValueTable values;
    Zones zones;
    Thresholds thresholds;
    FunctionFlow *flows;
    bool *handles_threads;
    VECTOR(Context) contexts;
    Map context_ids;
    VECTOR(ThreadClass) classes;
    VECTOR(Lock) locks;           // and condition variables; number 0 is the atomic section
    VECTOR(Target) sync_objects;  // where the library keeps something; from the first byte to the last
    VECTOR(ZoneUse) guess, found; // by zone
    Invariant shared;
    Relations relations;
    uint64_t version; // counts changes of the invariant and of all else that a context does not hear of
    Records records;
    Alarm alarms[PROPERTY_COUNT];
    Text given_up; // why; empty: it was not
} Interpretation;

// Where the interpretation is: a state that changes as instructions are gone through.
typedef struct Walk {
    Interpretation *all;
    uint32_t context, instruction, round;
    State *state;
    uint32_t followed; // short blocks gone through without a join
    State *other;      // another way that the instruction may go; NULL: none. Owned
    bool ended;        // no thread comes further on this way
} Walk;

// --- interpretation.c
void give_up(const Walk *walk, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool has_given_up(const Interpretation *all);
void raise_alarm(const Walk *walk, Property property, const char *format, ...) __attribute__((format(printf, 3, 4)));
const Context *walk_context(const Walk *walk);
const Function *walk_function(const Walk *walk);
const Instruction *walk_instruction(const Walk *walk);
uint32_t walk_position(const Walk *walk); // in the program's own code: a Position id
uint32_t walk_threads(const Walk *walk);  // the class
// Whether a thread of its class comes to the instruction once at most.
bool walk_is_once(const Walk *walk);
Value walk_read(const Walk *walk, uint32_t target);
// The address in a register, moved by so many bytes.
Value walk_address(const Walk *walk, uint32_t target, uint64_t offset);
// A value that was read before others came to know what it points to: as it would be read now.
Value walk_refresh(const Walk *walk, const Value *value);
void walk_write(Walk *walk, uint32_t target, const Value *value);
// Something that contexts do not hear of has changed.
void note_change(Interpretation *all);

// The result of a call, cut to its width.
void walk_return(Walk *walk, const CallOperands *operands, uint32_t dst, Value value);

// --- sharing.c: who owns what
bool is_alone(const Walk *walk);
bool owns_zone(const Walk *walk, uint32_t zone, bool to_write);
Ground state_ground(const Walk *walk);
// Gives up what is owned no longer.
void share_what_is_lost(Walk *walk);
// Gives up everything but what only this thread knows.
void share_all(Walk *walk);
// What memory holds becomes part of the invariant: a thread is about to be created for the first time.
void share_everything(Walk *walk);
// The value is about to be known to other threads, and so is all that it points to.
void expose_value(Walk *walk, Value *value);
void add_to_invariant(Walk *walk, Target at, uint32_t size, Value value);
// An object comes into being and is the newest of its site. `single`: no other one ever does.
void add_object(Walk *walk, uint32_t zone, uint64_t size, bool single);
bool memory_points_to(const Walk *walk, uint32_t zone);
// The newest object of a site becomes one of the others.
void age_zone(Walk *walk, uint32_t zone);
// Joins a state into another one; returns whether that has changed.
bool join_states(Interpretation *all, uint32_t context, State *into, const State *from, bool widen);
// An object ends, because its function or block does.
void retire_zone(Walk *walk, uint32_t zone);

// --- access.c: reading and writing by address
// Leaves those addresses of the value at which so many bytes can be accessed; raises alarms about others.
Value check_address(Walk *walk, const Value *address, uint64_t size, bool writes);
Value read_memory(Walk *walk, const Value *address, uint32_t size, bool atomic);
void write_memory(Walk *walk, const Value *address, uint32_t size, const Value *value, bool atomic);
// Any value of it, without a record: what is written is told by others. Used by copies and fills.
void note_access(Walk *walk, Target at, uint64_t size, bool writes, bool atomic);
void put_value(Walk *walk, const Value *address, uint32_t size, const Value *value);
Value get_value(Walk *walk, const Value *address, uint32_t size);
void copy_memory(Walk *walk, const Value *to, const Value *from, const Value *size, bool disjoint);
void fill_memory(Walk *walk, const Value *to, const Value *byte, const Value *size);

// What the instruction reads or writes; NULL: it does not.
void observe(Walk *walk, const Value *read, const Value *written);

// --- relations.c: equations. Those that are called relate_ belong to one instruction.
bool relations_are_on(const Walk *walk);
void relate_before(Walk *walk, const Instruction *instruction);
void relate_store(Walk *walk, const Instruction *instruction);
void relate_refined(Walk *walk, uint32_t target);
uint32_t register_variable(const Walk *walk, uint32_t target);
// The variable of the cell at an address; NONE: there is none.
uint32_t cell_variable(Walk *walk, const Value *address, uint32_t size);
const RelatedCell *cell_of(const Interpretation *all, uint32_t variable);
bool lock_protects(const Interpretation *all, uint32_t lock, uint32_t variable);
// Adds a multiple of a register, or of the word that it is known to hold; of the right operand of a binary operation.
void add_register(const Walk *walk, Form *form, uint32_t target, uint64_t factor);
void add_operand(const Walk *walk, Form *form, const Instruction *instruction, uint64_t factor);
void require_form(Walk *walk, const Form *form);
void relations_note_write(Walk *walk, Target at, uint64_t size);
// Registers by their places in the state.
void relations_copy_register(Walk *walk, uint32_t from, uint32_t to);
void relations_forget_registers(Walk *walk, uint32_t first);
void relations_forget_written(Walk *walk);
void relations_forget_dead(Walk *walk, uint32_t instruction);
void relations_return(Walk *walk, const OperandList *results);
// Before the registers and the memory of the states are joined.
bool relations_join(Interpretation *all, uint32_t context, State *into, State *from, bool widen);
void relations_begin(Walk *walk);
void relations_take(Walk *walk, uint32_t lock, bool reading);
// Before what is owned no longer is shared.
void relations_give_up(Walk *walk);
void relations_become_alone(Walk *walk);

// --- comparisons.c: what equations and sums tell about a comparison or another result, and what is learnt from it
void relate_after(Walk *walk, const Instruction *instruction);
void relate_compared(Walk *walk, const Instruction *comparison, Opcode opcode);
// --- sums.c
Number sum_value(Walk *walk, uint32_t sum);
void sum_set(Walk *walk, uint32_t sum, const Number *number);
// What is left of a form that was compared, if it is of cells alone: it is followed from the next time on.
void sums_note(Interpretation *all, const Form *form, uint32_t width);
void sums_forget(Walk *walk, bool (*is_gone)(const void *context, uint32_t variable), const void *context);
// Before a register is stored to a cell, and after it was.
void sums_foresee(Walk *walk, uint32_t cell, uint32_t stored);
void sums_follow(Walk *walk, uint32_t cell);
bool sums_join(Walk *into, Walk *from, bool widen);
void sums_tell(Walk *walk, uint32_t lock);
void sums_tell_nothing(Walk *walk, uint32_t lock);
void sums_learn(Walk *walk, uint32_t lock);

// --- transfer.c: one instruction that is no call and ends no block
void transfer(Walk *walk);
// --- refine.c: what a branch tells. Marks the walk as ended if it cannot be taken.
void refine_by_branch(Walk *walk, uint32_t target, bool holds);
void refine_by_case(Walk *walk, uint32_t target, const Number *allowed);
// --- calls.c: calls of intrinsics
// errno, if the program looks at it at all, may be any.
void set_errno(Walk *walk);
void call_intrinsic(Walk *walk, Intrinsic intrinsic, const CallOperands *operands, uint32_t dst);
// --- locks.c
void call_sync(Walk *walk, Intrinsic intrinsic, const CallOperands *operands, uint32_t dst);
// While it holds what it may hold, the thread waits for a lock, or the end of a class (SET_LIMIT + class).
void note_wait(Walk *walk, uint32_t to);
// Of the locks that stand for routines of pthread_once those that the thread holds with others: the routines are over.
LockSet passed_routines(const Walk *walk);
void enter_section(Walk *walk);
void leave_section(Walk *walk);
// --- threads.c
void create_thread(Walk *walk, const CallOperands *operands, uint32_t dst);
void join_thread(Walk *walk, const CallOperands *operands, uint32_t dst);
void detach_thread(Walk *walk, const CallOperands *operands, uint32_t dst);
void end_thread(Walk *walk, const CallOperands *operands);
// --- run.c
uint32_t find_context(Interpretation *all, const Walk *walk, uint32_t function);
uint32_t make_root_context(Interpretation *all, uint32_t function, uint32_t threads);
void interpret_program(Interpretation *all);
// --- races.c, order.c
void look_for_races(Interpretation *all);
void look_for_deadlocks(Interpretation *all);

#endif
