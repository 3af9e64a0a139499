// The state of synchronisation objects. It is kept in the program's own objects, so that static initialisers, memset
// and structs that contain them work as they do in C. An object in a state the library never puts it in was never
// initialised, or was destroyed.
#ifndef RADDLE_MACHINE_SYNC_OBJECTS_H
#define RADDLE_MACHINE_SYNC_OBJECTS_H

#include "machine/state.h"

enum { MUTEX_NORMAL = 0, MUTEX_RECURSIVE = 1, MUTEX_ERRORCHECK = 2, MUTEX_ADAPTIVE = 3 };

enum {
    DESTROYED = 0xdead,
    BARRIER_READY = 0xba55,
    SEMAPHORE_READY = 0x5e33,
    SPIN_FREE = 1, // held by thread t: SPIN_HELD + t
    SPIN_HELD = 2,
    SERIAL_THREAD = -1,
};

// Fields of a mutex. It has glibc's layout, because its static initialisers set the kind; where the program itself
// declares a mutex too small for that, all fields are packed into one word.
enum {
    MUTEX_FIELD = 0x100,
    MUTEX_LOCK = MUTEX_FIELD,
    MUTEX_COUNT,
    MUTEX_OWNER, // thread id + 1
    MUTEX_KIND,
};

// Offsets of the fields of the others.
enum {
    COND_STATE = 0,
    RWLOCK_READERS = 0,
    RWLOCK_WRITER = 4, // thread id + 1
    RWLOCK_STATE = 8,
    BARRIER_NEEDED = 0,
    BARRIER_ARRIVED = 4,
    BARRIER_GENERATION = 8,
    BARRIER_STATE = 12,
    SEMAPHORE_VALUE = 0,
    SEMAPHORE_STATE = 4,
};

// A field of an object: one of a mutex, or the offset of one of the others.
uint32_t sync_get(const Machine *machine, uint64_t address, uint32_t offset);
void sync_put(Machine *machine, uint64_t address, uint32_t offset, uint32_t value);
uint32_t sync_mutex_kind(const Machine *machine, uint64_t mutex);
bool sync_mutex_is_packed(const Machine *machine);
// Of a packed mutex that is not zero: whether this library has made it what it is.
bool sync_mutex_word_is_ours(uint64_t word);

// What a call that synchronises is about, and how many bytes of it hold its state.
LibraryType sync_object_type(Intrinsic intrinsic);
uint32_t sync_object_size(const Machine *machine, Intrinsic intrinsic);

#endif
