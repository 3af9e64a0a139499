// A violation on its way from one process to another: the choices and the inputs, with which it is executed again.
#ifndef RADDLE_RUN_COUNTEREXAMPLE_H
#define RADDLE_RUN_COUNTEREXAMPLE_H

#include "base/bytes.h"
#include "run/engine.h"

void counterexample_put(const Trace *trace, Bytes *out);
// NULL if it cannot be executed.
Trace *counterexample_get(const EngineTask *task, BytesReader *reader);

#endif
