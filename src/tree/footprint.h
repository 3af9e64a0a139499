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
    TOUCH_MEET,    // comes to a barrier: within a round the order does not matter
    TOUCH_CLOSE,   // the same, and the next one to come ends the round, or this one does
    TOUCH_LEAVE,   // the barrier, with all others
    TOUCH_ACQUIRE, // a lock, so that nobody else can have it
    TOUCH_RELEASE, // such a lock
    TOUCH_SHARE,   // a lock, so that nobody acquires it: others may share it, in any order
    TOUCH_UNSHARE, // gives up its share
} TouchKind;

// What is told apart. Without a rule it is a write.
typedef struct TouchRules {
    bool updates;  // those that leave what was there only read it
    bool attempts; // so do failed ones, and what wakes nobody or looks at a semaphore
    bool barriers; // TOUCH_MEET, TOUCH_CLOSE and TOUCH_LEAVE
    bool sharers;  // TOUCH_SHARE and TOUCH_UNSHARE; posts of a semaphore are sums
} TouchRules;

// A set of touches that have been numbered (ag.c).
enum { TOUCH_SET_WORDS = 4 };
typedef struct TouchSet {
    uint64_t words[TOUCH_SET_WORDS];
} TouchSet;

typedef struct Touch {
    uint64_t address;
    uint32_t size;
    TouchKind kind;
    uint32_t round;      // of a meeting
    TouchKind otherwise; // what it may be if the operation finds something else; often the same as `kind`
    // An atomic access where memory is weak. A read may come after a write and not see it, and where a write comes in
    // modification order is a choice. So what commutes does not depend on kinds: two such touches do, unless one has
    // read what the other has written. But who reads before another writes could have come later, and have read that.
    bool weak;
    uint32_t written, taken; // see Event
    uint32_t thread;         // a step may also take others along who waited for it
    TouchSet before; // of a touch after a state: what happens before it in any case after that state; else empty
} Touch;

typedef struct Footprint {
    VECTOR(Touch) touches;
} Footprint;

// `section`: the thread does it in an atomic section.
void footprint_add_event(Footprint *footprint, const TouchRules *rules, const Event *event, bool section);
// What each step of the thread looks at: whether it is interrupted instead.
void footprint_add_step(Footprint *footprint, const Machine *machine, uint32_t thread);
// That it begins after the twins before it, if this is its first step.
void footprint_add_turn(Footprint *footprint, const Machine *machine, uint32_t thread);
// What the thread is about to do, or waits for, as far as it is known before.
void footprint_add_pending(Footprint *footprint, const TouchRules *rules, const Machine *machine, uint32_t thread);
// That a thread in the middle of an atomic section has found something it has to wait for.
void footprint_add_awaited(Footprint *footprint, const TouchRules *rules, const Machine *machine, uint32_t thread);
void footprint_add(Footprint *footprint, const Footprint *other);
void footprint_add_touch(Footprint *footprint, const Touch *touch);
void footprint_free(Footprint *footprint);

// The step ended the run, in the middle of what its threads did: whoever ends the round of a barrier goes first then.
void footprint_order_meetings(Footprint *footprint);

bool footprints_dependent(const Footprint *a, const Footprint *b);
// Whether the operations of the first footprint, had they found something else, could conflict with the second.
bool footprint_might_conflict(const Footprint *a, const Footprint *b);
// What a thread that would leave the first footprint could do once the step with the second is taken: the same that it
// would have done before; that, or read what has been written; something else, or something that comes to something else.
typedef enum Waking { WAKING_NOT, WAKING_TO_READ, WAKING_WHOLLY } Waking;
Waking footprint_wakes(const Footprint *sleeper, const Footprint *step);
bool touches_are_same(const Touch *a, const Touch *b);
bool touches_conflict(const Touch *a, const Touch *b);
// Whether it is of something that is no memory, nor an object of the program.
bool touch_is_of_thread(const Touch *touch);
// Whether the touch conflicts with every one that overlaps with the place of the other.
bool touch_conflicts_with_all(const Touch *touch, const Touch *place);
// Conflicting, and there may be a state in which either could be done next.
bool touches_reversible(const Touch *earlier, const Touch *later);

#endif
