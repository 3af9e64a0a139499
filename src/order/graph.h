// The atomic accesses and fences of an execution, from which each read takes its value (reads-from), and in which order
// the writes to each location come (modification order), which need not be the order in which they were added. An
// execution grows by events at the end of their threads, and a read is added after the write that it reads from.
//
// All of it lies in four arrays, so that a copy is quick.
#ifndef RADDLE_ORDER_GRAPH_H
#define RADDLE_ORDER_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/memory_order.h"
#include "base/none.h"
#include "order/clock.h"

#define NO_EVENT NONE
#define NO_LOCATION NONE

// A clock in GraphEvents' pool.
typedef struct KeptClock {
    uint32_t start, count;
} KeptClock;

// What a location held first is a write of no thread, which everybody knows.
typedef struct GraphEvent {
    uint32_t thread;   // NO_THREAD: none
    uint32_t number;   // among the events of its thread
    uint32_t time;     // of its thread
    uint32_t location; // NO_LOCATION: a fence, or an event that only synchronises
    uint32_t source;   // a read, an update: the write that it takes its value from; else NO_EVENT
    MemoryOrder order;
    bool writes;
    bool fence;
    bool dropped;                     // it is no part of the execution any more
    bool after_plain;                 // its thread has made plain accesses between the event before and this one
    bool drains_before, drains_after; // with store buffers: they are empty right before it, right after it
    KeptClock known;                  // what happens before it, with itself
    KeptClock headed;   // a write: what its thread released to the location, by it or by a write before it
    KeptClock released; // a write: what who acquires it gets to know
    uint32_t before;    // a write: the one before it in modification order; NO_EVENT: it is the first
    uint32_t after;     // and the one after it; NO_EVENT: it is the last
    uint32_t readers;   // a write: the first of those that read it; NO_EVENT: none
    uint32_t next_reader;
    uint64_t value; // a write: what it wrote; of interest to the owner alone
    uint32_t term;
    uint32_t stamp; // a write: how many there had been when it was done
} GraphEvent;

typedef struct GraphLocation {
    uint64_t address;
    uint32_t size;
    uint32_t last; // write in modification order
} GraphLocation;

// Which executions are allowed; see consistency.h.
typedef enum Consistency { CONSISTENCY_C11, CONSISTENCY_TSO, CONSISTENCY_PSO } Consistency;

typedef struct Graph {
    Consistency consistency;
    VECTOR(GraphEvent) events;
    VECTOR(uint32_t) times; // of clocks
    VECTOR(GraphLocation) locations;
    Map by_address;          // to index of the location + 1
    uint32_t sc_count;       // events with the order seq_cst
    uint32_t sc_fence_count; // of those, fences
    uint32_t stamps;         // how many writes there have been, those that were dropped included
} Graph;

void graph_copy(Graph *to, const Graph *from);
void graph_free(Graph *graph);
// Depends on the execution alone, not on the order in which it grew.
uint64_t graph_hash(const Graph *graph, uint64_t hash);

// NO_LOCATION: nothing has been done there. One with another size or that overlaps is another location.
uint32_t graph_find_location(const Graph *graph, uint64_t address);
uint32_t graph_add_location(Graph *graph, uint64_t address, uint32_t size, uint64_t value, uint32_t term);
void graph_forget_location(Graph *graph, uint32_t location);

// What a new event is, but for the links; `known` includes it.
typedef struct NewEvent {
    uint32_t thread, number;
    uint32_t location;
    MemoryOrder order;
    bool fence;
    bool after_plain;
    bool drains_before, drains_after;
    const Clock *known;
} NewEvent;

// Events that only synchronise are relaxed and no fences. Return the event.
uint32_t graph_add_fence(Graph *graph, const NewEvent *event);
uint32_t graph_add_read(Graph *graph, const NewEvent *event, uint32_t source);
uint32_t graph_add_write(Graph *graph, const NewEvent *event, uint32_t before);  // which it comes directly after
uint32_t graph_add_update(Graph *graph, const NewEvent *event, uint32_t source); // directly after what it reads
void graph_set_written(Graph *graph, uint32_t event, uint64_t value, uint32_t term, const Clock *headed,
                       const Clock *released);
void graph_drop_event(Graph *graph, uint32_t event); // which nobody reads, and which is the last of its thread

static inline const GraphEvent *graph_event(const Graph *graph, uint32_t event)
{
    return &graph->events.data[event];
}

void graph_take_clock(const Graph *graph, KeptClock kept, Clock *clock); // joins it into `clock`
// Whether somebody who knows `clock` knows of the event, that is, the event happens before.
bool graph_is_known(const Graph *graph, uint32_t event, const Clock *clock);
bool graph_happens_before(const Graph *graph, uint32_t a, uint32_t b);
// Whether the write is directly followed by an update, so that nothing comes in between.
bool graph_is_updated(const Graph *graph, uint32_t write);
// Whether who knows `clock` cannot take an older write: it knows of this one, or of somebody who has read it.
bool graph_is_oldest(const Graph *graph, uint32_t write, const Clock *clock);

#endif
