// All interleavings of the statements of one run (Yang and Sakallah, Table 1), for --dump=interleavings.
#ifndef RADDLE_STEPS_INTERLEAVINGS_H
#define RADDLE_STEPS_INTERLEAVINGS_H

#include "run/engine.h"

// Makes a run with the inputs given and lists its interleavings: which of them are feasible, and which of those violate
// something. A statement is what a thread does at one line, as far as others can see it; creating, joining and ending
// threads are none. If there are very many, only the first are listed.
void interleavings_append(const EngineTask *task, Text *out);

#endif
