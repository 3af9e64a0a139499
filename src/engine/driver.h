// From an engine's findings to the verdict: what every engine would otherwise have to do for itself.
//
// A run that ends in undefined behaviour proves nothing about what was asked, so a TRUE also says that there is none:
// memory, lock and division are looked for even if they were not asked about (--assume-defined takes it for granted).
// Where there is some, the search goes on for what was asked; if that is not found the answer is UNKNOWN and names it.
//
// A TRUE also says what it was about: whether runs came to an end, created threads and reached assertions, and
// whether they did something that is weaker than sequential consistency, which is all that was explored.
#ifndef RADDLE_ENGINE_DRIVER_H
#define RADDLE_ENGINE_DRIVER_H

#include "run/engine.h"

// Fills a zeroed verdict.
void engine_verify(const Engine *engine, const EngineTask *task, Verdict *verdict);

#endif
