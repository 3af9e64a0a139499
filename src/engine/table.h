// All engines.
#ifndef RADDLE_ENGINE_TABLE_H
#define RADDLE_ENGINE_TABLE_H

#include "run/engine.h"

uint32_t engine_count(void);
const Engine *engine_at(uint32_t index);
const Engine *engine_find(const char *name); // NULL if there is none

// What the engine will not heed of the options, a line for each.
void engine_append_notes(const Engine *engine, const Options *options, Text *notes);

#endif
