// Workers that do items of work for a master: in this process, in processes of their own on this machine, or in the
// other ranks of an MPI run. What an item and a result mean is the caller's business. How it is done: doc/parallel.md.
#ifndef RADDLE_CREW_CREW_H
#define RADDLE_CREW_CREW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/limits.h"

typedef struct Crew Crew;

// Does one item. Runs in the worker; whatever it needs beyond the item was there before crew_create. `result` is empty
// at first. It may use the Limits given to crew_create: in a worker they are a copy, and signals concern the master
// alone. If they are exceeded while the item is done, the result is dropped and crew_next reports CREW_LIMIT.
typedef void CrewWork(void *context, const Bytes *item, Bytes *result);

// Takes what crew_broadcast was called with. Runs in the worker, between items.
typedef void CrewReceive(void *context, const Bytes *broadcast);

typedef enum CrewReport {
    CREW_RESULT,
    CREW_DIED,  // a worker ended by itself, with what it had been given; crew_reason says what is known
    CREW_LIMIT, // a limit was exceeded, here or in a worker: limits_exceeded says which
} CrewReport;

// With MPI and more than one rank: the workers are the other ranks (`jobs` of them each), and on those ranks this call
// does not return; it can be made once. Else `jobs` processes are forked, or as many as the system grants; with jobs ==
// 1 the work is done in this process, inside crew_next. There must be no other thread in the process. `receive` may be
// NULL if crew_broadcast is not called.
Crew *crew_create(uint32_t jobs, CrewWork *work, CrewReceive *receive, void *context, Limits *limits);

// How many workers could take an item now.
uint32_t crew_idle(const Crew *crew);
uint32_t crew_busy(const Crew *crew);

// To some idle worker; there must be one. Never waits.
void crew_give(Crew *crew, const Bytes *item);

// To all workers in other processes: they receive it before items that are given later. Never waits.
void crew_broadcast(Crew *crew, const Bytes *broadcast);

// Waits for the next report; there must be a busy worker. `result` is cleared, and filled with CREW_RESULT. After
// CREW_LIMIT the crew can only be freed; after CREW_DIED the other workers of this machine go on, if there are any.
CrewReport crew_next(Crew *crew, Bytes *result);

// The last time that it was CREW_DIED: "worker 2 was killed by signal 9".
const char *crew_reason(const Crew *crew);

// Stops everybody at once, busy or not; leaves neither orphans nor zombies.
void crew_free(Crew *crew);

// First of all in main. In a build with MPI it finds the other ranks; otherwise it does nothing.
void crew_start(void);

// This process is a rank other than 0 of an MPI run: it is there for crew_create alone, and what it prints before is
// dropped.
bool crew_is_follower(void);

#endif
