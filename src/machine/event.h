// What a running program does that another thread could notice. Events are handed to a sink as they happen.
#ifndef RADDLE_MACHINE_EVENT_H
#define RADDLE_MACHINE_EVENT_H

#include <stdbool.h>
#include <stdint.h>

// ROW(id, name as people read it)
#define EVENT_KIND_TABLE(ROW)             \
    ROW(read, "read")                     \
    ROW(write, "write")                   \
    ROW(update, "update")                 \
    ROW(fence, "fence")                   \
    ROW(create, "create")                 \
    ROW(start, "start")                   \
    ROW(exit, "exit")                     \
    ROW(join, "join")                     \
    ROW(detach, "detach")                 \
    ROW(lock, "lock")                     \
    ROW(lock_failed, "lock-failed")       \
    ROW(unlock, "unlock")                 \
    ROW(wait, "wait")                     \
    ROW(wake, "wake")                     \
    ROW(signal, "signal")                 \
    ROW(broadcast, "broadcast")           \
    ROW(read_lock, "read-lock")           \
    ROW(write_lock, "write-lock")         \
    ROW(rwlock_unlock, "rwlock-unlock")   \
    ROW(barrier_arrive, "barrier-arrive") \
    ROW(barrier_leave, "barrier-leave")   \
    ROW(semaphore_wait, "semaphore-wait") \
    ROW(semaphore_post, "semaphore-post") \
    ROW(semaphore_read, "semaphore-read") \
    ROW(once_begin, "once-begin")         \
    ROW(once_end, "once-end")             \
    ROW(sync_init, "init")                \
    ROW(sync_destroy, "destroy")          \
    ROW(atomic_begin, "atomic-begin")     \
    ROW(atomic_end, "atomic-end")         \
    ROW(allocate, "allocate")             \
    ROW(free, "free")                     \
    ROW(input, "input")                   \
    ROW(yield, "yield")                   \
    ROW(process_exit, "process-exit")     \
    ROW(violation, "violation")

typedef enum EventKind {
#define EVENT_ENUM(id, name) EVENT_##id,
    EVENT_KIND_TABLE(EVENT_ENUM)
#undef EVENT_ENUM
        EVENT_KIND_COUNT
} EventKind;

typedef struct Event {
    EventKind kind;
    uint32_t thread;
    uint32_t index;    // number of this event in its thread, from 0
    uint32_t position; // Position id in the program's own source
    uint64_t address;  // of memory or of a synchronisation object; 0 if there is none
    uint32_t size;     // bytes
    uint32_t other;    // the thread created, joined or woken; UINT32_MAX if none
    uint64_t value;    // read, written (the new value), returned; width of an input is `size` bits
    uint64_t previous; // the value before a write or update
    bool atomic;
    const char *name; // of an input, else NULL
} Event;

const char *event_kind_name(EventKind kind);
// The kind of that name, or EVENT_KIND_COUNT.
EventKind event_kind_find(const char *name);

#endif
