// What a step touches, as far as another thread could notice, and whether two steps are dependent: then their order may
// matter.
#ifndef RADDLE_TREE_FOOTPRINT_H
#define RADDLE_TREE_FOOTPRINT_H

#include "machine/machine.h"

typedef enum TouchKind {
    TOUCH_NONE, // conflicts with nothing: `address` is a thread that was waited for
    TOUCH_READ,
    TOUCH_SUM,     // adds to what is there, without looking: the order of such touches does not matter
    TOUCH_WRITE,   // also: takes the memory away, or does something with a synchronisation object
    TOUCH_ACQUIRE, // a lock, so that nobody else can have it
    TOUCH_RELEASE, // such a lock
} TouchKind;

// A set of touches that have been numbered (ag.c).
enum { TOUCH_SET_WORDS = 4 };
typedef struct TouchSet {
    uint64_t words[TOUCH_SET_WORDS];
} TouchSet;

typedef struct Touch {
    uint64_t address;
    uint32_t size;
    TouchKind kind;
    uint32_t thread; // a step may also take others along who waited for it
    TouchSet before; // of a touch after a state: what happens before it in any case after that state; else empty
} Touch;

typedef struct Footprint {
    VECTOR(Touch) touches;
} Footprint;

// `section`: the thread does it in an atomic section.
void footprint_add_event(Footprint *footprint, const Event *event, bool section);
// What each step of the thread looks at: whether it is interrupted instead.
void footprint_add_step(Footprint *footprint, const Machine *machine, uint32_t thread);
// What the thread is about to do, or waits for, as far as it is known before.
void footprint_add_pending(Footprint *footprint, const Machine *machine, uint32_t thread);
// That a thread in the middle of an atomic section has found something it has to wait for.
void footprint_add_awaited(Footprint *footprint, const Machine *machine, uint32_t thread);
void footprint_add(Footprint *footprint, const Footprint *other);
void footprint_add_touch(Footprint *footprint, const Touch *touch);
void footprint_free(Footprint *footprint);

bool footprints_dependent(const Footprint *a, const Footprint *b);
bool touches_conflict(const Touch *a, const Touch *b);
// Conflicting, and there may be a state in which either could be done next.
bool touches_reversible(const Touch *earlier, const Touch *later);

#endif
