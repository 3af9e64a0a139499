// Command lines as text: words between spaces, quoted as a POSIX shell quotes them.
#ifndef RADDLE_BASE_WORDS_H
#define RADDLE_BASE_WORDS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/vector.h"

typedef VECTOR(const char *) WordList;

// Appends the words of a text; they live in the arena. False, after appending what is wrong, if a quote is not closed or
// nothing follows a backslash.
bool words_split(Arena *arena, const char *text, WordList *words, Text *error);

// Appends a word so that words_split finds it again, with a space before it if there is something before it.
void words_append(Text *text, const char *word);

#endif
