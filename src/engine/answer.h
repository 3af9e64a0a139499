// What an engine says by itself, in this process: its search, and the verdict that its findings make.
//
// Which objects threads share is found before anything runs. A run in which an address travels in a way that this does
// not follow shows it; then the search is begun again with everything shared.
#ifndef RADDLE_ENGINE_ANSWER_H
#define RADDLE_ENGINE_ANSWER_H

#include "run/engine.h"

// Fills a zeroed verdict.
void engine_answer(const Engine *engine, const EngineTask *task, Verdict *verdict);

#endif
