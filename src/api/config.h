// Settings of a project: raddle.toml in the working directory. Its keys are the options of `check` by their long names,
// and `files`, `defines`, `includes` and `clang` (further arguments of clang). What the command line says wins.
#ifndef RADDLE_API_CONFIG_H
#define RADDLE_API_CONFIG_H

#include <stdbool.h>

#include "base/options.h"

#define CONFIG_FILE "raddle.toml"

// Adds to options that were parsed what the file says and they do not: that of --config, else CONFIG_FILE if there is
// one. Files of the command line stand in place of all those of the file. On failure returns false and appends what is
// wrong, with file and line.
bool config_expand(Options *options, Text *error);

// Appends a file with comments that explain the settings; `files` are those of the program.
void config_append_template(const StringList *files, Text *out);

#endif
