// What a thread could do whatever the others did: a tree of its events and decisions, with free values for all it
// reads. It is found by running the thread on its own (machine/local.h), and again with other values for each way a
// decision may go.
#ifndef RADDLE_STEPS_LOCAL_PATHS_H
#define RADDLE_STEPS_LOCAL_PATHS_H

#include "run/findings.h"
#include "solve/solver.h"

typedef enum LocalKind {
    LOCAL_BEGIN, // the root
    // That counts in its thread; or what an object holds that others can reach from now on (publish), or that one they
    // could reach is gone (retire).
    LOCAL_EVENT,
    LOCAL_DECISION, // the ways differ in what holds
    LOCAL_ENDED,
    LOCAL_RESTS,    // an assumption fails, a loop is cut, the process ends, or it idles: others go on
    LOCAL_VIOLATES, // the event is that of the violation
    LOCAL_WAITS,    // for a lock that it holds itself
    LOCAL_RETRIES,  // a round of a waiting loop is void: it need not have begun
} LocalKind;

typedef struct LocalWay {
    Term condition; // decision: that it is taken
    uint32_t node;
} LocalWay;

typedef struct LocalNode {
    LocalKind kind;
    Event event;
    VECTOR(LocalWay) ways; // event: one. Ways of a decision exclude each other
    uint32_t parent;       // node; its own number at the root
    // Decision: it has only the ways that were met. So it is with values that are not kept symbolic, and with decisions
    // that come again on the same way, in a loop or a recursion.
    bool lazy;
    uint32_t created; // event, create: index into LocalProgram.threads
} LocalNode;

typedef struct DictatedRead {
    uint32_t thread;
    uint32_t index;
    uint64_t value;
} DictatedRead;
typedef VECTOR(DictatedRead) DictatedReads;

// A thread is known by its number and by what it begins with: its creator may give it different things on different
// ways.
typedef struct LocalThread {
    uint32_t id;
    uint64_t function, argument;
    DictatedReads creator; // what its creator reads up to the creation
    VECTOR(LocalNode) nodes;
    VECTOR(uint32_t) undecided; // decisions of which not all ways have been looked for
    uint32_t longest;           // events on one way, at most
} LocalThread;

typedef struct LocalProgram {
    const EngineTask *task;
    MachineOptions options;
    TermTable *terms;
    LocalReads reads;
    Solver *solver;
    VECTOR(LocalThread *) threads; // main first, creators before those they create
    Coverage *coverage;            // what all runs together depended on
    uint64_t runs, events;
} LocalProgram;

// Fills a zeroed struct, which must not be moved in memory, with all ways of all threads. What could not be found out
// is in `coverage`.
void local_program_create(LocalProgram *out, const EngineTask *task, Coverage *coverage);
// One more run of a thread, with these values read; finds the ways of whatever is new.
void local_program_extend(LocalProgram *program, uint32_t thread, const DictatedReads *reads);
void local_program_free(LocalProgram *program);

// Whether the thread stands at a place of its own before the node.
bool local_is_place(const LocalNode *node);
// Adds `event` to the list if it reads something.
void dictated_reads_add(DictatedReads *reads, const Event *event);

#endif
