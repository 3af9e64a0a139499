// Which memory orders would have forbidden a run. The run is followed again with stronger orders: each access is to take
// the write, or the place, that it took; where it cannot, the orders forbid the run.
#ifndef RADDLE_ORDERS_REMEDY_H
#define RADDLE_ORDERS_REMEDY_H

#include "analysis/facts.h"
#include "ir/program.h"
#include "trace/trace.h"

// Appends it as a sentence: "it cannot happen if the store at line 12 is release and the load at line 30 acquire".
// Nothing if no orders forbid it, or it is not known. `program` is changed meanwhile, and then again what it was.
void remedy_append(Program *program, const Facts *facts, const Trace *trace, Text *out);

#endif
