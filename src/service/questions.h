// What the page asks: a program and a few options, as JSON. Only what is known by name comes through to raddle.
#ifndef RADDLE_SERVICE_QUESTIONS_H
#define RADDLE_SERVICE_QUESTIONS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/words.h"

// Appends the source and the arguments for raddle that the question names; the words live in the arena. False after saying what
// is wrong with it.
bool question_read(const char *text, size_t length, Arena *arena, Text *source, WordList *arguments, Text *error);

#endif
