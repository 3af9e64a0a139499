// An item of work of the exploration, a run to make: a schedule with inputs, and the path prefix that it leads to (Yi
// and Huang, algorithm 1).
#ifndef RADDLE_PATHS_WORK_ITEM_H
#define RADDLE_PATHS_WORK_ITEM_H

#include "paths/path_prefix.h"
#include "run/guided_run.h"

typedef struct WorkItem {
    uint64_t node;     // in the tree of paths
    bool again;        // the run was made before, and is made once more to go on with the questions about it
    bool approximate;  // the formula that it solves allows more than the program does: it may lead elsewhere
    Guide guide;       // the schedule and the inputs; `last` ends the process, after the others have run on freely
    PathPrefix prefix; // what the run will do at least
} WorkItem;

void work_item_copy(const WorkItem *item, WorkItem *out);
void work_item_put(const WorkItem *item, Bytes *out);
// Fills a zeroed item.
void work_item_get(BytesReader *reader, WorkItem *out);
void work_item_free(WorkItem *item);

#endif
