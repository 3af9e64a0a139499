// What a running program does that another thread could notice. Events are handed to a sink as they happen.
#ifndef RADDLE_MACHINE_EVENT_H
#define RADDLE_MACHINE_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/memory_order.h"
#include "base/none.h"
#include "base/property.h"
#include "term/term.h"

// Kinds without COUNTS do not count in `index`: theirs is that of the event that follows in the thread. All but `retry`
// and `blocked` exist in symbolic runs only (MachineOptions.terms).
//   branch, pin, assume, check: `term` held here. Were it false, the thread would have taken another way (branch: of
//   control, also where an assumption was false; pin: an address, a size, an operand of something not kept symbolic had
//   another value), would have stopped (assume), or would violate `property` before doing anything visible (check;
//   `position` is where).
//   All four are numbered in the order in which the thread met them, whichever way it went. Of branch and
//   pin `content` is what was decided on, and `value` its value here: `term` says that they are equal.
//   violation: `address` is the object whose state is to blame, if it may be the doing of other threads.
//   publish: the object of `size` bytes at `address` becomes reachable by others.
//   retire: a shared local of that size at `address` is gone, since the function has returned or the thread ended.
//   blocked: when the run ended the thread waited to do something of the kind `pending` with `address`, or to join
//   `other`. Reported by the recorder, not by the machine; in a concrete run for the threads of a deadlock and the two of a
//   data race only. `pending` is `retry` if it went round a waiting loop; `value` then tells how many of its last
//   events, of those that count, are the round after which it waited. Without an address the loop waits for nothing:
//   the thread idles.
//   retry: the thread has gone round a waiting loop for nothing and stands where it stood before: the last `value`
//   events that it made, of any kind, are void, and those to come are numbered from `index` on. An execution without
//   them is just as good.
//   use: a call that changes nothing, but would not be right if the object were gone. It only asks (malloc_usable_size), or
//   it returns an error: on account of what its own thread has done to a lock before, because a semaphore that is posted is
//   at its greatest value, because there is no memory. (The last row, because recorded files know `pending` by its number.)
// ROW(id, name as people read it, traits). The traits are what holds for all events of the kind, see the questions
// below. Each kind that counts has one of READS, WRITES, OBJECT, PRIVATE and PARTICULAR: whom it concerns beside its
// thread.
#define EVENT_KIND_TABLE(ROW)                                                  \
    ROW(read, "read", COUNTS | READS)                                          \
    ROW(write, "write", COUNTS | WRITES)                                       \
    ROW(update, "update", COUNTS | READS | WRITES)                             \
    ROW(fence, "fence", COUNTS | PRIVATE)                                      \
    ROW(create, "create", COUNTS | PARTICULAR)                                 \
    ROW(start, "start", COUNTS | PARTICULAR)                                   \
    ROW(exit, "exit", COUNTS | PARTICULAR)                                     \
    ROW(join, "join", COUNTS | PARTICULAR | BLOCKS)                            \
    ROW(detach, "detach", COUNTS | PARTICULAR)                                 \
    ROW(interrupt, "interrupt", COUNTS | PARTICULAR)                           \
    ROW(handler, "handler", COUNTS | PRIVATE)                                  \
    ROW(lock, "lock", COUNTS | OBJECT | LOCKS | BLOCKS | ACQUIRES)             \
    ROW(lock_failed, "lock-failed", COUNTS | OBJECT)                           \
    ROW(unlock, "unlock", COUNTS | OBJECT | RELEASES)                          \
    ROW(wait, "wait", COUNTS | OBJECT)                                         \
    ROW(wake, "wake", COUNTS | OBJECT | BLOCKS)                                \
    ROW(signal, "signal", COUNTS | OBJECT | RELEASES)                          \
    ROW(broadcast, "broadcast", COUNTS | OBJECT | RELEASES)                    \
    ROW(read_lock, "read-lock", COUNTS | OBJECT | LOCKS | BLOCKS | ACQUIRES)   \
    ROW(write_lock, "write-lock", COUNTS | OBJECT | LOCKS | BLOCKS)            \
    ROW(rwlock_unlock, "rwlock-unlock", COUNTS | OBJECT)                       \
    ROW(barrier_arrive, "barrier-arrive", COUNTS | OBJECT)                     \
    ROW(barrier_leave, "barrier-leave", COUNTS | OBJECT | BLOCKS)              \
    ROW(semaphore_wait, "semaphore-wait", COUNTS | OBJECT | BLOCKS | ACQUIRES) \
    ROW(semaphore_post, "semaphore-post", COUNTS | OBJECT | RELEASES)          \
    ROW(semaphore_read, "semaphore-read", COUNTS | OBJECT)                     \
    ROW(once_begin, "once-begin", COUNTS | OBJECT | BLOCKS | ACQUIRES)         \
    ROW(once_end, "once-end", COUNTS | OBJECT | RELEASES)                      \
    ROW(sync_init, "init", COUNTS | OBJECT)                                    \
    ROW(sync_destroy, "destroy", COUNTS | OBJECT)                              \
    ROW(atomic_begin, "atomic-begin", COUNTS | PARTICULAR)                     \
    ROW(atomic_end, "atomic-end", COUNTS | PARTICULAR)                         \
    ROW(allocate, "allocate", COUNTS | PARTICULAR)                             \
    ROW(free, "free", COUNTS | PARTICULAR)                                     \
    ROW(input, "input", COUNTS | PRIVATE)                                      \
    ROW(yield, "yield", COUNTS | PRIVATE)                                      \
    ROW(process_exit, "process-exit", COUNTS | PARTICULAR)                     \
    ROW(violation, "violation", COUNTS | PARTICULAR)                           \
    ROW(branch, "branch", CONDITION)                                           \
    ROW(pin, "pin", CONDITION)                                                 \
    ROW(assume, "assume", CONDITION)                                           \
    ROW(check, "check", CONDITION)                                             \
    ROW(publish, "publish", 0)                                                 \
    ROW(retire, "retire", 0)                                                   \
    ROW(blocked, "blocked", 0)                                                 \
    ROW(retry, "retry", 0)                                                     \
    ROW(use, "use", COUNTS | OBJECT)

typedef enum EventKind {
#define EVENT_ENUM(id, name, traits) EVENT_##id,
    EVENT_KIND_TABLE(EVENT_ENUM)
#undef EVENT_ENUM
        EVENT_KIND_COUNT
} EventKind;

enum { SEMAPHORE_MAXIMUM = 0x7fffffff }; // a post beyond it is refused

// A number that means something else for each kind of events. Recorded runs call it "previous".
#define EVENT_DETAIL                                                                                                 \
    union {                                                                                                          \
        uint64_t previous;    /* write, update, semaphore events: the value before */                                \
        uint64_t number;      /* branch, pin, assume, check: which condition of its thread it is */                  \
        uint64_t pending;     /* blocked: the EventKind of what the thread waited to do */                           \
        uint64_t cause;       /* violation: a Cause */                                                               \
        uint64_t function;    /* start */                                                                            \
        uint64_t initial;     /* sync_init: the value or the number of threads; 1 if a mutex gets another kind */    \
        uint64_t parties;     /* barrier_arrive: the number of threads */                                            \
        uint64_t reading;     /* lock_failed: 1 if it was to read only */                                            \
        uint64_t unsignalled; /* wake: 1 if it needed no signal */                                                   \
        uint64_t repeated;    /* wait: 1 if the thread stands as at its last wait and has done nothing since */      \
        uint64_t spurious;    /* read: 1 if it is that of a weak exchange which found what it expected and failed */ \
    }

typedef struct Event {
    EventKind kind;
    uint32_t thread;
    uint32_t index;    // number of this event in its thread, from 0
    uint32_t position; // Position id in the program's own source
    uint32_t code;     // in a model, which has no positions of its own: tells its instructions apart; else 0
    uint64_t address;  // of memory or of a synchronisation object; 0 if there is none
    uint32_t size;     // bytes
    uint32_t other;    // the thread created, joined, woken or interrupted; NO_THREAD if none
    uint64_t value;    // read, written (the new value), returned; width of an input is `size` bits; handler: the signal
    EVENT_DETAIL;
    bool atomic;
    MemoryOrder order; // of what is atomic
    // Where memory is weak, of what is atomic: tells writes apart, in the order in which they were made, from 1 on. What a
    // location held at first has none.
    bool weak;
    uint32_t written, taken; // the one that the event is, and the one that it has read; 0: none
    // An attempt with a time limit or none to wait, or a weak exchange: it could have failed instead (or, if it failed,
    // succeeded).
    bool conditional;
    bool again; // sync_init: the object was in order before, too
    // Read, write, update: some of these bytes nobody had written before. In a local run, where it is not known what others
    // have written, only of reads that take no input for them.
    bool fresh;
    bool together; // with the event before it in its thread: nobody comes in between
    // Update, semaphore_post: adds to what is there, and its thread never looks at what that was; nor could the next
    // post fail.
    bool sums;
    // Update, once_begin, signal, broadcast: what it is about is as it was before, whatever the inputs. A failed
    // exchange, a routine that has been gone through, nobody to wake.
    bool unchanged;
    bool shared;      // rwlock_unlock: the lock was held to read
    bool told;        // barrier_arrive, the last of its round: somebody who meets in it looks at the result
    uint32_t round;   // barrier_arrive: tells rounds apart that follow each other
    uint32_t missing; // barrier_arrive: how many are still to come in this round
    const char *name; // of an input, a handler, or the function that a thread starts with; else NULL
    // Symbolic runs only; NO_TERM means that the concrete value is all there is.
    Term term; // the value written or, of an input, its symbol; of branch, pin, assume and check the condition
    // Read, update, semaphore_read, barrier_leave: the symbol that stands for what was read or returned. Write: for
    // what was there, if a condition after it depends on that.
    Term read;
    Term content;      // read, write, update: what memory held before, as it was put there
    Property property; // check
} Event;

// Why an operation violates. Whether another order avoids it depends on that.
typedef enum Cause {
    CAUSE_OWN,    // what its thread did, on the values it read
    CAUSE_MEMORY, // that the memory at `address` is gone, or not there yet
    CAUSE_STATE,  // that the object at `address` is not initialised, or was destroyed
    CAUSE_IN_USE, // that another thread holds the object at `address`, or waits at it
    CAUSE_JOINED, // that the thread it is about is joined or detached
} Cause;

// Of a wait `size` is 1 if the mutex, a recursive one, is not given up but held once less.
// Of a join `size` tells how many bytes of the thread's result were asked for.

// Whether events of the kind ...
bool event_kind_counts(EventKind kind);       // count in the index of their thread
bool event_kind_accesses(EventKind kind);     // read or write memory
bool event_kind_writes(EventKind kind);       // write memory
bool event_kind_synchronises(EventKind kind); // are about a synchronisation object
bool event_kind_locks(EventKind kind);        // take a mutex or a reader-writer lock
bool event_kind_blocks(EventKind kind);       // are such that their thread may have to wait before them
bool event_kind_acquires(EventKind kind);     // come after those that released their object, and always do
bool event_kind_releases(EventKind kind);     // come before those that acquire their object later, and always do
bool event_kind_is_private(EventKind kind);   // are of no concern to other threads
bool event_kind_is_condition(EventKind kind); // tell that a term held: branch, pin, assume, check

const char *event_kind_name(EventKind kind);

#endif
