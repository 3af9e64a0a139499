// Random testing with a number of runs, for engines that try it first.
#ifndef RADDLE_ENGINE_STRESS_H
#define RADDLE_ENGINE_STRESS_H

#include "engine/engine.h"

// Stops after so many runs or seconds. Returns true if a violation was found; otherwise the verdict is UNKNOWN with the
// reason.
bool stress_with_budget(const EngineTask *task, uint64_t runs, double seconds, Verdict *verdict);

#endif
