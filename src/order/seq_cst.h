// The condition of C11 on events that are seq_cst (order/consistency.h).
#ifndef RADDLE_ORDER_SEQ_CST_H
#define RADDLE_ORDER_SEQ_CST_H

#include "order/graph.h"

// Whether an event could break the condition if it were added: only then the graph must be looked at.
bool graph_may_break_sc(const Graph *graph, const NewEvent *event);
// Whether the graph meets the condition, which it met before the event was added, the last of its thread, which may
// break it.
bool graph_still_meets_sc(const Graph *graph, uint32_t added);

#endif
