// Which executions are allowed. C11, after Lahav, Vafeiadis, Kang, Hur and Dreyer: Repairing Sequential Consistency in C/C++11
// (PLDI 2017), RC11. Coherence and atomicity are a matter of which writes a read or a write may be added at:
// graph_next_older. That there is no cycle of program order and reads-from follows from how the graph grows. What is
// left is the condition on events that are seq_cst.
//
// With store buffers (tso: one for each thread, pso: one for each thread and location) the condition is another: stores
// reach memory, and reads take what is there, in one order that respects that of each thread, but for reads (and in pso
// writes elsewhere) that overtake a store which is still in its buffer. Nothing is learned by reading; what synchronises
// drains the buffers.
//
// Whatever part of an allowed execution is closed under what program order and reads-from lead back to is allowed, too.
// So nothing is lost if an execution is given up at the first event that is not allowed.
#ifndef RADDLE_ORDER_CONSISTENCY_H
#define RADDLE_ORDER_CONSISTENCY_H

#include "order/graph.h"

typedef enum AccessForm { FORM_READ, FORM_WRITE, FORM_UPDATE } AccessForm;

// Of the writes that somebody who knows `clock` may read (or, of an update or a write, come directly after), the one
// before `write` in modification order, or the last one if that is NO_EVENT; NO_EVENT if there is none.
uint32_t graph_next_older(const Graph *graph, uint32_t location, uint32_t write, const Clock *clock, AccessForm form);
// Whether the event could be added there without breaking the condition. The graph is changed in between, but
// not in the end.
bool graph_allows(Graph *graph, const NewEvent *event, uint32_t write, AccessForm form);
#endif
