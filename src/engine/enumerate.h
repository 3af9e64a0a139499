// Plain enumeration with a budget, for engines that try it first.
#ifndef RADDLE_ENGINE_ENUMERATE_H
#define RADDLE_ENGINE_ENUMERATE_H

#include "engine/engine.h"

// Explores at most `budget` leaves. Returns false if that was not enough; the verdict then holds statistics only.
bool enumerate_with_budget(const EngineTask *task, uint64_t budget, Verdict *verdict);

#endif
