// A program as its own build compiles it: -p BUILD.
#ifndef RADDLE_API_PROJECT_H
#define RADDLE_API_PROJECT_H

#include <stdbool.h>

#include "base/options.h"

// If the options name a compilation database, gives every file the arguments it has there, or, if no file is named, takes
// all files of the database. On failure returns false and appends what is wrong.
bool project_expand(Options *options, Text *error);

#endif
