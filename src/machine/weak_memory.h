// Accesses that need not see the last write (Rules.weak_memory): atomic ones as C11 has them; with store buffers all of
// them. A location keeps its writes in modification order; a read has one alternative per write that it may take its
// value from, a write one per place that it may have in the order, the last first. What happens before what is kept in
// clocks; memory itself holds the last write of each location, and other accesses see that: plain ones, which must not
// race, and those of the library. order/consistency.h says which executions are allowed.
//
// Private to src/machine. machine->weak is NULL where memory is sequentially consistent.
#ifndef RADDLE_MACHINE_WEAK_MEMORY_H
#define RADDLE_MACHINE_WEAK_MEMORY_H

#include "machine/state.h"
#include "order/consistency.h"

typedef struct WeakMemory WeakMemory;

WeakMemory *weak_memory_create(const Rules *rules);
WeakMemory *weak_memory_share(WeakMemory *weak); // by one machine more; either is copied when it is changed
void weak_memory_release(WeakMemory *weak);
uint64_t weak_memory_hash(const WeakMemory *weak, uint64_t hash);

// Whether the thread is in the code of a function of the library.
static inline bool weak_memory_is_in_library(const Thread *thread)
{
    return thread->frames.count && thread_frame(thread)->function->from_model;
}

// Whether the choice of a write is part of such an access: of one that is atomic, with store buffers of any. Not in the atomic
// sections of the library: whatever they read there was written last.
static inline bool weak_memory_is_about(const Machine *machine, const Thread *thread, bool atomic)
{
    return machine->weak && (atomic || machine->options->rules.store_buffers) &&
           !(thread->section.depth && weak_memory_is_in_library(thread));
}

// In how many ways the thread can do the access of this kind that it stands before, or is about to do at the address. Not
// all ways of a compare-exchange need be possible: that depends on values, and the ways must not.
uint32_t weak_memory_ways(const Machine *machine, const Thread *thread, EventKind kind, uint64_t address);

typedef struct WeakAccess {
    uint64_t address;
    uint32_t size;
    MemoryOrder order;
    AccessForm form;
} WeakAccess;

// The first half of an access: finds the place that machine->step.alternative is about. `*write` is the write that is
// read, or that a write comes directly after.
Flow weak_memory_choose(Machine *machine, Thread *thread, const WeakAccess *access, uint32_t *write);
// What it wrote.
Value weak_memory_value(const Machine *machine, uint32_t write);
// Whether a compare-exchange may do this there, now that it is known what it does.
bool weak_memory_allows(const Machine *machine, const Thread *thread, const WeakAccess *access, uint32_t write);
// How many writes there had been when it was made, with it: what Event.written and .taken are about.
uint32_t weak_memory_stamp(const Machine *machine, uint32_t write);
// The second half. `written` is of writes and updates; true if it is the last of its location, which memory is to hold.
void weak_memory_read(Machine *machine, Thread *thread, const WeakAccess *access, uint32_t source);
bool weak_memory_write(Machine *machine, Thread *thread, const WeakAccess *access, uint32_t before, Value written);
void weak_memory_fence(Machine *machine, Thread *thread, MemoryOrder order);

// Every event that the machine emits. An access that races is remembered, and ends the run at the end of the operation.
void weak_memory_note(Machine *machine, const Thread *thread, const Event *event);
// What a thread does to memory that only it can reach is no event. It is kept all the same where races are looked for:
// another thread may get to know of the memory without getting to know of this. The atomic writes to it have their places
// like all others. Precondition: the access is about to happen.
static inline bool weak_memory_keeps_private(const Machine *machine)
{
    return machine->weak && !machine->options->rules.store_buffers && machine->threads.count > 1;
}
void weak_memory_note_private(Machine *machine, const Thread *thread, EventKind kind, bool atomic, uint64_t address,
                              uint64_t size);
// What is at the address is gone, by the doing of the thread.
void weak_memory_end_life(Machine *machine, const Thread *thread, uint64_t address, uint64_t size);
Flow weak_memory_end_operation(Machine *machine, Thread *thread, Flow flow);
// A function of the library, in an atomic section, makes known what happened so far by the object, or gets to know that.
void weak_memory_pass_on(Machine *machine, const Thread *thread, uint64_t object, bool releases);
// There is something new at the address.
void weak_memory_forget(Machine *machine, uint64_t address, uint64_t size);

// Waiting loops (spin.c). A round begins; whether it could be taken back, because nobody has seen anything of it; it is.
void weak_memory_begin_round(Machine *machine, const Thread *thread);
bool weak_memory_is_round_unseen(const Machine *machine, const Thread *thread);
void weak_memory_take_back_round(Machine *machine, const Thread *thread);
// The next access of the thread, which the round consists of, is to find something that was written since it began: with
// what was there before it would come to the same.
void weak_memory_expect_new(Machine *machine, const Thread *thread);
// Whether the place is one that is known here, and the thread could read something else there than it has read: what
// has been written since the round began, or also before it.
bool weak_memory_is_location(const Machine *machine, uint64_t address);
bool weak_memory_offers_other(const Machine *machine, const Thread *thread, const SpinRead *read, bool also_older);

#endif
