// What the interpretation knows of the program's variables, for people and as JSON.
#ifndef RADDLE_ABSTRACT_FACTS_H
#define RADDLE_ABSTRACT_FACTS_H

#include "abstract/interpretation.h"

// Precondition: the interpretation came to its end.
void facts_append(const Interpretation *all, Text *out);
void facts_append_json(const Interpretation *all, Text *out);

#endif
