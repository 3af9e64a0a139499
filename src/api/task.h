// Task definitions of SV-COMP as input: FILE.yml in place of the program.
#ifndef RADDLE_API_TASK_H
#define RADDLE_API_TASK_H

#include <stdbool.h>

#include "base/options.h"

typedef struct Task {
    StringList files;          // of the program; paths begin where that of the definition does
    const char *property_file; // of the first property; NULL: none
    DataModel data_model;      // DATA_MODEL_HOST: not said
    StringList arguments;      // further options, from the section `raddle`
} Task;

// `options` were made of `arguments`. If they name a definition in place of the program, makes them once more of both:
// files, and what the arguments do not say, are the definition's. On failure returns false and appends what is wrong.
bool task_expand(Options *options, int count, const char *const *arguments, Text *error);

// Whether they name one.
bool task_names_definition(const Options *options);
// The parts of it. Reads a definition; strings live in `arena`. On failure returns false and appends what is wrong,
// with file and line.
bool task_read(const char *path, Arena *arena, Task *task, Text *error);
void task_free(Task *task);

#endif
