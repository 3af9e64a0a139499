// Searches with bounds that grow, where runs have no end or are too long: few rounds of each loop and few threads from each
// call first, then more. What is violated within bounds is violated; and where nothing was cut, nothing is missing.
#ifndef RADDLE_ENGINE_DEEPEN_H
#define RADDLE_ENGINE_DEEPEN_H

#include "engine/stage.h"

// Whether the user leaves the bounds to the search.
bool deepening_is_asked(const EngineTask *task);
// Goes through the stages with each of the bounds, until one has found something, one has proved that there is nothing
// and cut nothing, or the time is over: most of what is left, so that there is some to say how far it came; if the user has
// set no limit, some seconds. Fills a zeroed verdict; that nothing was decided is said by the engine of that name.
void deepen(const EngineTask *task, const char *engine, const Stage *stages, uint32_t count, Verdict *verdict);

#endif
