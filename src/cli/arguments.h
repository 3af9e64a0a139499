// From the argument vector to Options: which command, its options, and whether the number of files makes sense.
#ifndef RADDLE_CLI_ARGUMENTS_H
#define RADDLE_CLI_ARGUMENTS_H

#include <stdbool.h>

#include "base/options.h"
#include "base/text.h"

// Initializes `options` in any case. On failure returns false and sets a message for the user.
bool arguments_parse(Options *options, int count, const char *const *arguments, Text *error);

#endif
