// What the files of the synchronisation calls share: sync.c does them. Private to these.
#ifndef RADDLE_MACHINE_SYNC_H
#define RADDLE_MACHINE_SYNC_H

#include "machine/state.h"

// sync.c The call is done. `event` says what is not the same for all: kind, address, what was there before, whether it
// could have gone otherwise.
Flow sync_finish(Machine *machine, Thread *thread, const Call *call, Event event, int result);

// sync_ready.c
bool thread_holds(const Thread *thread, uint64_t lock);
// A thread on its own finds no lock held by others.
bool sync_mutex_is_locked(const Machine *machine, const Thread *thread, uint64_t mutex);
// Its bytes say that it is locked, but were not written by a thread that locked it.
bool sync_mutex_has_no_owner(const Machine *machine, uint64_t mutex);
// The state of a spin lock, as the thread finds it.
uint32_t sync_spin_state(const Machine *machine, const Thread *thread, uint64_t lock);
// Whether the wait before which the thread stands may end without a signal.
bool sync_may_wake_by_itself(const Machine *machine, const Thread *thread);
// Whether the thread waits on the condition variable, and nobody has woken it; it may be in a handler meanwhile.
bool sync_waits_on(const Thread *thread, uint64_t cond);
uint32_t sync_count_waiters(const Machine *machine, uint64_t cond);

// sync_life.c
bool sync_initialises(Intrinsic intrinsic);
// Whether it initialises an object by attributes that others can change.
bool sync_reads_attributes(const Machine *machine, const Call *call);
Flow sync_initialise(Machine *machine, Thread *thread, const Call *call);
// Whether an object can be given such a value at all. If not, the call returns an error, whatever the object is.
bool sync_has_no_such_object(Machine *machine, Thread *thread, const Call *call);
// Whether the object is one, and not destroyed.
Flow sync_check_in_order(Machine *machine, Thread *thread, const Call *call, uint64_t object);
// `own`: whether the thread itself holds the object, or others hold it or wait at it.
Flow sync_violate_in_use(Machine *machine, Thread *thread, uint64_t object, bool own, const char *what);

#endif
