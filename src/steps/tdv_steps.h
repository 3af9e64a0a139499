#ifndef RADDLE_STEPS_TDV_STEPS_H
#define RADDLE_STEPS_TDV_STEPS_H

#include "run/findings.h"

// The search of tdv with --encoding=step.
void tdv_search_steps(const EngineTask *task, Findings *findings);

#endif
