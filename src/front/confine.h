// Programs of others, which must not find out what is in the files of this machine: they may include the headers of the system
// and of the compiler, and nothing else.
#ifndef RADDLE_FRONT_CONFINE_H
#define RADDLE_FRONT_CONFINE_H

#include <stdbool.h>

#include "base/text.h"

// Whether such a program may include the file, wherever links lead.
bool confine_allows(const char *path);
// Whether the text of the program does not ask which files there are; says so if it does.
bool confine_check_text(const char *text, Text *errors);
// What a program includes is known from clang's options -M and -H: `rules` is what the first has written, `said` what was
// printed meanwhile, with the headers of the second. Returns false if there is a file among them that is not allowed, after
// saying so; in the words for one that is not there, for even that is nobody's business.
bool confine_check(const char *rules, const char *said, Text *errors);
// Appends the diagnostics that are about the program itself, or about headers that it may include.
void confine_append_diagnostics(const char *said, Text *out);

#endif
