// One item of the exploration of paths: executes a run, checks all its reorderings for violations, and finds path
// prefixes that no known run has (Yi and Huang, algorithms 1 and 2). Depends on the item, on the program and on the
// known runs, so that items can be done anywhere.
#ifndef RADDLE_PATHS_EXPLORE_H
#define RADDLE_PATHS_EXPLORE_H

#include "base/bytes.h"

// A CrewWork: `explorer` is an Explorer, `item` a WorkItem, `result` an ItemResult.
void explore_item(void *explorer, const Bytes *item, Bytes *result);

#endif
