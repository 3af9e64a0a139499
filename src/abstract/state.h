// What is known of a thread at a place of the program, whatever the others have done: its registers and memory that
// nobody else can change meanwhile, locks it holds, threads that it has made.
#ifndef RADDLE_ABSTRACT_STATE_H
#define RADDLE_ABSTRACT_STATE_H

#include "abstract/content.h"
#include "abstract/equations.h"
#include "ir/operands.h"

// Locks and classes of threads are numbered, so that sets of them are words.
typedef uint64_t LockSet;
typedef uint64_t ClassSet;

enum { SET_LIMIT = 64, SECTION_LOCK = 0 };

#define SET_BIT(member) (UINT64_C(1) << (member))

typedef struct State {
    bool untouched;    // no thread has ever been created: what memory holds is all in `memory`
    bool effect;       // since the last round of a loop the thread has done something that ends no wait but its own
    bool stray;        // it may hold a lock that is not told apart from others
    uint32_t section;  // how many atomic sections it is in
    LockSet held;      // for certain, alone
    LockSet read_held; // for certain, with other readers
    LockSet may_hold;  // in either way
    LockSet ready;     // of locks that need it, those that are initialised for certain; of others, those that may
                       // have been destroyed
    ClassSet running;  // of the threads made by it and by those, what may be running
    ClassSet waited;   // threads that may have been joined or detached
    IdList existing;   // zones of sites that have an object; elders only as long as it is untouched. Ascending
    IdList gone;       // zones whose object may be gone by now. Ascending
    VECTOR(ValueId) registers; // of all calls that the thread is in
    Content memory;            // of zones that are its own for the moment
    Equations equations;       // see relations.h
    LockSet answers_for;       // likewise
    IdList sums;               // ValueIds, by sum; NO_VALUE, or missing: it may be anything
} State;

State *state_copy(const State *state);
void state_free(State *state); // may be NULL
void state_assign(State *state, const State *from);

bool ids_contain(const IdList *ids, uint32_t id);
bool ids_add(IdList *ids, uint32_t id); // returns whether it was not there
void ids_remove(IdList *ids, uint32_t id);

#endif
