// What an encoding looks up in a concurrent trace again and again.
#ifndef RADDLE_ENCODE_TRACE_INDEX_H
#define RADDLE_ENCODE_TRACE_INDEX_H

#include "base/map.h"
#include "encode/concurrent_trace.h"

typedef VECTOR(uint32_t) IndexList;

// Lists of indices by a key.
typedef struct ListMap {
    Map numbers; // key -> index into `lists` + 1
    VECTOR(IndexList) lists;
} ListMap;

// The list of a key, which is made if there is none. Valid until the next call.
IndexList *list_map_insert(ListMap *map, uint64_t key);
// An empty one if there is none.
const IndexList *list_map_find(const ListMap *map, uint64_t key);
void list_map_free(ListMap *map);

typedef struct TraceIndex {
    VECTOR(uint32_t) section_of_begin; // per event: the section it begins, or NO_SECTION
    ListMap lock_sections;             // lock -> its sections, in the order of the run
    ListMap predecessors;              // event -> the precedences in which it comes second
    ListMap lifetimes;                 // event (either side) -> lifetimes that do not begin with it
    Map barrier_symbols;               // result symbol -> round << 32 | member, + 1
} TraceIndex;

// Fills a zeroed struct.
void trace_index_create(TraceIndex *index, const ConcurrentTrace *concurrent);
void trace_index_free(TraceIndex *index);

#endif
