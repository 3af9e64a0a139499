// A thread on its own: what it would do whatever the others did. Every visible read yields what is dictated, or what
// memory holds, as if somebody had just written it; no lock is held by others, and every thread that is joined has
// ended. Only one thread is to be stepped, and before it its creators, up to the creation.
//
// What others do to the life of objects is not seen: what they free, destroy or initialise.
#ifndef RADDLE_MACHINE_LOCAL_H
#define RADDLE_MACHINE_LOCAL_H

#include "base/map.h"
#include "term/term.h"

// Reads, and results of threads joined, are known by their thread and the index of their event.
typedef struct LocalReads {
    uint32_t thread; // the one that is on its own; others count only until it is created
    Map values;      // what is dictated
    Map readers;     // symbol -> thread
    Map symbols;     // shared by all runs with these: a read with the same thread, index and width has the same symbol
} LocalReads;

uint64_t *local_reads_value(LocalReads *reads, uint32_t thread, uint32_t index);            // inserted as 0 if missing
const uint64_t *local_reads_find(const LocalReads *reads, uint32_t thread, uint32_t index); // NULL: not dictated
Term local_reads_symbol(LocalReads *reads, TermTable *terms, uint32_t thread, uint32_t index, uint32_t width,
                        const char *name);
void local_reads_forget_values(LocalReads *reads);
void local_reads_free(LocalReads *reads);

#endif
