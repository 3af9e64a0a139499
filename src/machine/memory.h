// The memory of a running program: objects in an address space with gaps (see ir/layout.h), shared between clones of a
// machine until written. Private to src/machine.
//
// Structure, each level with a reference count and copied on the first write after a clone:
//   Memory -> Region (heap or stack of a thread, globals) -> Chunk of slots -> Page (bytes of one slot) and Object (its facts)
#ifndef RADDLE_MACHINE_MEMORY_H
#define RADDLE_MACHINE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/program.h"
#include "term/term.h"

typedef enum ObjectKind { OBJECT_GLOBAL, OBJECT_HEAP, OBJECT_STACK, OBJECT_THREAD_LOCAL } ObjectKind;

typedef struct Object {
    uint32_t references;
    uint8_t kind;  // ObjectKind
    bool shared;   // another thread may reach it: accesses are visible
    bool hidden;   // nothing writes it: never visible
    bool constant; // must not be written
    bool external; // declared but not defined
    bool freed;
    bool zeroed;    // pages not yet present read as zero; else they are uninitialised
    uint32_t owner; // the thread that created it
    uint64_t base;
    uint64_t size;
    uint32_t variable; // Variable id + 1, or 0
    uint32_t position; // Position id of the allocation
    uint32_t freed_at; // of what ended its life, once freed
    uint32_t number;   // heap: of the blocks allocated at this position, from 1
} Object;

// The bytes of one slot. `uninitialised` counts bytes never written; while it is not 0, a bit per byte after the data
// tells which ones are initialised. `terms` is NULL while all bytes are concrete, else one term of width 8 per byte.
typedef struct Page {
    uint32_t references;
    uint32_t length;
    uint32_t uninitialised;
    bool hashed; // `hash` is that of the contents; never where writes do not come by here (Memory.translates)
    uint64_t hash[2];
    Term *terms;
    uint8_t data[];
} Page;

typedef struct Slot {
    Object *object; // NULL: nothing was ever here
    Page *page;     // NULL: not touched yet
} Slot;

enum { CHUNK_SLOTS = 64 };

typedef struct Chunk {
    uint32_t references;
    Slot slots[CHUNK_SLOTS];
} Chunk;

typedef struct Region {
    uint32_t references;
    uint32_t next_slot;  // heap: where the search for free slots goes on; stack: its top
    uint32_t generation; // stack: of the next object
    uint32_t chunk_count;
    Chunk **chunks; // NULL entries have no slots yet
} Region;

enum { TRANSLATION_COUNT = 256, SLOW_READ = 1, SLOW_WRITE = 2, MAY_PUBLISH = 4 };

// A recently used slot, so that most accesses need no walk.
typedef struct Translation {
    uint64_t tag; // address >> slot_bits; UINT64_MAX, or length is 0: empty
    uint8_t *data;
    uint32_t length;
    // SLOW_READ: shared or partly uninitialised; SLOW_WRITE: that, or not exclusively ours, or constant; MAY_PUBLISH: it
    // is shared, so that an address that is written publishes, and in a symbolic run accesses count
    uint32_t flags;
} Translation;

// Of the machine that runs: clones that are kept have none.
typedef struct TranslationTable {
    Translation entries[TRANSLATION_COUNT]; // by tag
    uint8_t filled[TRANSLATION_COUNT];      // the entries that are not empty are among these
    uint32_t filled_count;                  // TRANSLATION_COUNT: any may be filled
} TranslationTable;

typedef struct MemoryRange {
    uint64_t start, end;
} MemoryRange;

typedef struct Memory {
    Layout layout;
    uint32_t region_count;
    Region **regions;
    bool concurrent; // accesses to shared objects matter to somebody: they take the slow path
    bool noted;      // and so do those to private ones, unless nothing writes them
    bool uncached;   // all accesses take the slow path for a while
    bool symbolic;   // bytes may have terms
    bool translates; // accesses to concrete bytes need not take the slow path
    // Of an abstract machine (abstract.h), else NULL and empty: bytes outside `changed` hold their symbols, unless they are
    // fixed.
    struct Locations *locations;
    VECTOR(MemoryRange) changed;
    uint32_t
        translated_for; // the thread whose accesses the translations come from: another one's must be checked first
    TranslationTable *table;         // NULL: there are none yet
    const Translation *translations; // its entries, or empty ones
} Memory;

typedef enum Fault {
    FAULT_NONE,
    FAULT_NULL,
    FAULT_WILD,     // nothing is mapped there
    FAULT_BOUNDS,   // beside the object in the slot
    FAULT_FREED,    // heap memory that was freed
    FAULT_ENDED,    // a local of a block that has ended
    FAULT_RETURNED, // a local of a function that has returned, or of a thread that has ended
    FAULT_CONSTANT,
    FAULT_EXTERNAL,
} Fault;

void memory_init(Memory *memory, const Layout *layout);
// The translations go over to the copy, which is taken to run next.
void memory_clone(Memory *copy, const Memory *original);
void memory_release(Memory *memory);
void memory_forget_translations(Memory *memory);

// A new object. Returns its address, or 0 if the region is full. `size` may be 0.
uint64_t memory_add_object(Memory *memory, uint32_t region, uint64_t size, Object facts);
// Puts an object at a fixed address (globals).
void memory_place_object(Memory *memory, uint64_t address, uint64_t size, Object facts);
void memory_free_object(Memory *memory, uint64_t base, uint32_t position);
// Stack discipline: the mark is the current top; releasing frees everything above it.
uint32_t memory_stack_mark(const Memory *memory, uint32_t region);
bool memory_is_above_mark(const Memory *memory, uint32_t region, uint32_t mark, uint64_t address);
// The generation of the next local.
uint32_t memory_stack_generation(const Memory *memory, uint32_t region);
void memory_set_stack_generation(Memory *memory, uint32_t region, uint32_t generation);
void memory_stack_release(Memory *memory, uint32_t region, uint32_t mark);
// Whether there is anything in a region, or has been; as if nothing had ever been there. Precondition: nothing is.
bool memory_region_is_used(const Memory *memory, uint32_t region);
void memory_forget_region(Memory *memory, uint32_t region);
// Takes away what is at the top of a stack, above the mark, and not alive.
void memory_stack_trim(Memory *memory, uint32_t region, uint32_t mark);
// Begins or ends the life of a local, which keeps its place and its bytes.
void memory_set_alive(Memory *memory, uint64_t base, bool alive);
// The object that begins at a slot of a stack, below its mark, or NULL.
const Object *memory_stack_object(const Memory *memory, uint32_t region, uint32_t slot);

// The object whose slots contain the address, freed or not, or NULL.
const Object *memory_find(const Memory *memory, uint64_t address);
// The same for changing its facts.
Object *memory_find_writable(Memory *memory, uint64_t address);
Fault memory_check(const Memory *memory, uint64_t address, uint64_t size, bool write);

// Precondition of all of these: memory_check found no fault.
uint64_t memory_read_word(const Memory *memory, uint64_t address, uint32_t size);
void memory_write_word(Memory *memory, uint64_t address, uint32_t size, uint64_t value);
void memory_read_bytes(const Memory *memory, uint64_t address, void *bytes, uint64_t size);
void memory_write_bytes(Memory *memory, uint64_t address, const void *bytes, uint64_t size);
// How many of the bytes were never written.
uint64_t memory_count_uninitialised(const Memory *memory, uint64_t address, uint64_t size);
// They are as if never written.
void memory_forget_bytes(Memory *memory, uint64_t address, uint64_t size);
bool memory_byte_initialised(const Memory *memory, uint64_t address);
// The terms of bytes; writing bytes makes them concrete. False if all are concrete: then nothing is stored in `terms`.
// Of an abstract machine: whether the byte is fixed (Locations.fixed).
bool memory_is_fixed(const Memory *memory, uint64_t address);
bool memory_read_terms(const Memory *memory, uint64_t address, Term *terms, uint64_t size);
void memory_write_terms(Memory *memory, uint64_t address, const Term *terms, uint64_t size);
// Copies bytes together with their terms and what is known of their initialisation; the ranges may overlap.
void memory_copy_bytes(Memory *memory, uint64_t to, uint64_t from, uint64_t size);

// Enters the slot of an address into the translations; the access was checked and is about to happen.
void memory_cache(Memory *memory, uint64_t address, bool for_write);

uint64_t memory_byte_count(const Memory *memory);
// One of two hashes of everything, independent of each other.
uint64_t memory_hash(const Memory *memory, uint32_t word);
// Of what objects there are and which of their bytes were written, not of their contents.
uint64_t memory_hash_objects(const Memory *memory, uint64_t seed);

// Makes all bytes concrete.
void memory_forget_terms(Memory *memory);
// Calls `visit` for every byte of a live object that was written, and of which `other` does not hold for certain what
// `known` holds. Precondition: the same objects.
void memory_each_difference(const Memory *known, const Memory *other, void (*visit)(void *context, uint64_t address),
                            void *context);
// Calls `visit` for every live object.
void memory_each_object(const Memory *memory, void (*visit)(void *context, const Object *object), void *context);

#endif
