// Runs clang on one source file.
#ifndef RADDLE_FRONT_COMPILE_H
#define RADDLE_FRONT_COMPILE_H

#include <stdbool.h>

#include "front/front.h"

// How the names of folders begin in which headers lie that raddle brings.
#define COMPILE_OWN_HEADERS "/tmp/raddle-headers-"

// Compiles a file of the options to bitcode in `output`. On failure appends the reason to `errors`; clang's diagnostics go
// where FrontOptions says.
bool compile_to_bitcode(const FrontOptions *options, uint32_t file, const char *output, Text *errors);

// Appends the syntax trees of what a file declares, which could be compiled, under names that contain this one: as clang prints
// them, one JSON object after the other. `signed_char`: whether a char is signed for the target; it becomes what the user
// chose.
void compile_to_tree(const FrontOptions *options, uint32_t file, const char *name, Text *tree, bool *signed_char);

// Compiles `sources` (C or bitcode) for this machine, without optimisation, and links them to `output`.
bool compile_executable(const char *const *sources, uint32_t source_count, bool address_sanitizer, const char *output,
                        Text *errors);

#endif
