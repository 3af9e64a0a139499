// C files to a Program: runs clang, loads and links bitcode through LLVM's C API, keeps locals in registers, lowers.
#ifndef RADDLE_FRONT_FRONT_H
#define RADDLE_FRONT_FRONT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/text.h"
#include "front/native.h"
#include "ir/program.h"

typedef struct FrontOptions {
    const char *const *files; // .c, .i, .bc, .ll
    uint32_t file_count;
    const char *const *clang_arguments; // passed on unchanged, before the file
    uint32_t clang_argument_count;
    const char *const *arguments; // of the program, after its name
    uint32_t argument_count;
    uint32_t symbolic_argument_count; // so many arbitrary strings after these
    const char *data_model;           // "ILP32", "LP64" or NULL for the host's (or --target's)
    bool check_overflow;              // mark signed arithmetic to be checked
    const NativeOptions *native;      // not NULL: also make a module for clang
    Limits *limits;                   // may be NULL; where one is exceeded, the program is not loaded
    Text *diagnostics;                // gets what clang says; NULL: standard error does, unchanged
} FrontOptions;

// Builds the program, or returns NULL and appends one line per error to `errors`. clang's own diagnostics are not among
// them.
Program *front_load(const FrontOptions *options, Text *errors);

#endif
