// A set of paths to explore, given by how they begin, with a run that begins so: the items of work of the exploration.
//
// A region says of each thread how far its way is fixed (a prefix in the sense of Yi and Huang, definition 3.1) and what it must
// or must not decide beyond that. A run in the region with path p leaves R \ {p} to explore. Every execution of R \ {p} has a thread
// that is the first to leave p, and up to there is made of events of that run alone: so R \ {p} is the union, over the decisions
// that can be left first, of the regions "this thread decides otherwise here". To make these disjoint, each also says that the threads
// of the ones before it do not leave p there: a constraint on their prefix and decision, like a sleep set. No product of the threads' suffixes is ever
// listed.
//
// What a thread of the prefix decides may need events that another thread does only later, so a run may leave its region, because the guide
// makes sure of one decision, and of as many others as it can. An execution of the region passes the decisions of the prefix in some
// order. As far as a run took them, and as long as nobody leaves the run elsewhere, it is made of events of that run, up to the first
// decision that the run took otherwise. So it is found from the run that took most of what this execution takes first: there the solver is
// asked for this decision after any combination of others that no run for this region had yet (Profile).
#ifndef RADDLE_ENGINE_REGION_H
#define RADDLE_ENGINE_REGION_H

#include "base/bytes.h"
#include "engine/follow.h"
#include "engine/path.h"

// If the thread comes to `point` with these decisions before it, it must decide for `value`, or must not.
typedef struct PathConstraint {
    uint32_t thread;
    PathPoint point;
    uint64_t prefix;
    uint64_t value;
    bool excluded;
} PathConstraint;

typedef struct FixedDecision {
    PathPoint point;
    uint64_t value;
} FixedDecision;

// How the way of a thread begins.
typedef struct ThreadRegion {
    VECTOR(FixedDecision) fixed;
    bool bounded;       // it was left here: a constraint tells what it does not decide
    PathPoint boundary; // behind all of `fixed`
} ThreadRegion;

typedef struct Region {
    VECTOR(ThreadRegion) threads;
    VECTOR(PathConstraint) constraints;
} Region;

// How far a run kept to a region: per thread, how many of the fixed decisions it took, plus 1 if it also left the boundary as it should.
typedef struct Profile {
    VECTOR(uint32_t) levels;
} Profile;
typedef VECTOR(Profile) ProfileList;

// Threads are named as in the trace that the guide was made from.
typedef struct WorkItem {
    uint64_t node;        // in the tree of paths
    ProfileList profiles; // of the runs made for this region so far, or planned
    bool share_everything;
    uint32_t turned; // the thread that decides otherwise, UINT32_MAX: none in particular
    uint32_t level;  // that it reaches by this (Profile)
    Guide guide;
    Region region;
} WorkItem;

void region_copy(const Region *region, Region *out);
// The same region with other names for the threads: `ids` by old name, UINT32_MAX or beyond `thread_count`: there is no such thread. A
// constraint on a thread that is not there is dropped, which makes the region larger.
void region_rename(const Region *region, const uint32_t *ids, uint32_t id_count, uint32_t thread_count, Region *out);
void region_free(Region *region);

void profiles_copy(const ProfileList *profiles, ProfileList *out);
// As region_rename.
void profiles_rename(const ProfileList *profiles, const uint32_t *ids, uint32_t id_count, uint32_t thread_count,
                     ProfileList *out);
void profiles_free(ProfileList *profiles);

void work_item_put(const WorkItem *item, Bytes *out);
// Fills a zeroed item.
void work_item_get(BytesReader *reader, WorkItem *out);
void work_item_free(WorkItem *item);

#endif
