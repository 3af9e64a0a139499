// Threads that are one of many: created by the same call, over and over. A machine with a crowd has at most one of them,
// the watched one; which one that is, is a choice at each creation. The others are nobody in particular: what they do is
// not done here, and the locks that they hold are held by the crowd, a thread that never does anything. So whatever
// number of threads there are, the machine of any one of them sees all that it depends on but the steps of the others. Of
// locks that they hold to read it does not know; who waits for such a lock to write may have it too early here.
//
// Such a step is done by putting a thread of another machine into this one for it.
#ifndef RADDLE_MACHINE_CROWD_H
#define RADDLE_MACHINE_CROWD_H

#include "machine/machine.h"

// The calls that create them: Position ids.
typedef struct CrowdSites {
    VECTOR(uint32_t) positions;
} CrowdSites;

// The watched thread; NO_THREAD: there is none, or no crowd.
uint32_t machine_watched_thread(const Machine *machine);
// The thread in whose place others are put: that number, and those below it but one, are there in every machine with a
// crowd. NO_THREAD: there is no crowd.
uint32_t machine_guest(const Machine *machine);
// The position of the call that created a thread.
uint32_t machine_creation_site(const Machine *machine, uint32_t thread);
// Why a thread cannot be put into another machine; NULL: it can.
const char *machine_thread_is_bound(const Machine *machine, uint32_t thread);

// Where the thread-local variable of a thread at an address is, if another one has taken its place; other addresses stay.
uint64_t machine_translate_local(const Machine *machine, uint32_t from, uint32_t to, uint64_t address);

// A copy in which the watched thread is one of the crowd.
Machine *machine_without_watched(const Machine *machine);
// A copy of a machine with a crowd, with the watched thread of another one as its guest. Preconditions: both have the same
// control without the watched ones, and the two hold no lock in common, but to read.
Machine *machine_invite(const Machine *machine, const Machine *other);
// The guest becomes one of the crowd again.
void machine_dismiss(Machine *machine);
bool machine_watched_hold_in_common(const Machine *a, const Machine *b);

#endif
