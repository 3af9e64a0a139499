// C files to a Program: runs clang, loads and links bitcode through LLVM's C API, keeps locals in registers, lowers.
#ifndef RADDLE_FRONT_FRONT_H
#define RADDLE_FRONT_FRONT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/call_plan.h"
#include "base/limits.h"
#include "base/text.h"
#include "base/vector.h"
#include "ir/program.h"

typedef struct Lowering Lowering; // front/lower.h

// What becomes of the modules of the program and of the models once they are loaded, before they are lowered, where
// somebody else has to do with them, too.
typedef struct FrontPreparation {
    // Takes the place of module_prepare for both modules. On failure returns false after appending to the errors.
    bool (*prepare)(const void *context, Lowering *lowering);
    const void *context;
} FrontPreparation;

typedef struct FrontOptions {
    const char *const *files; // .c, .i, .bc, .ll
    uint32_t file_count;
    const char *const *clang_arguments; // passed on unchanged, before the file
    uint32_t clang_argument_count;
    const char *const *file_arguments; // for each file further ones, quoted as for a shell; NULL: none for any
    const char *standard_input;        // the text of the file "-"; NULL: there is none such
    CallPlan calls;                    // what is called in place of main, if anything
    const char *const *arguments;      // of the program, after its name
    uint32_t argument_count;
    uint32_t symbolic_argument_count; // so many arbitrary strings after these
    const char *const *given_files;   // NAME=CONTENT, with the escapes of C
    uint32_t given_file_count;
    const char *data_model;              // "ILP32", "LP64" or NULL for the host's (or --target's)
    bool coverage;                       // visits of blocks and branches are counted (Program.cover)
    bool confined;                       // the program is somebody else's: see front/confine.h
    bool check_overflow;                 // mark signed arithmetic to be checked
    const FrontPreparation *preparation; // NULL: the usual one
    Limits *limits;                      // may be NULL; where one is exceeded, the program is not loaded
    Text *diagnostics;                   // gets what clang says; NULL: standard error does, unchanged
} FrontOptions;

// A function that the files define.
typedef struct ListedFunction {
    const char *name; // as the source has it
    const char *file; // "" if it is not known
    uint32_t line;
} ListedFunction;

typedef VECTOR(ListedFunction) FunctionList;

// Appends the functions that a CallPlan can name, in the order of the files; the strings live in the arena. On failure
// returns false and appends one line per error.
bool front_list_functions(const FrontOptions *options, Arena *arena, FunctionList *functions, Text *errors);

// Builds the program, or returns NULL and appends one line per error to `errors`. clang's own diagnostics are not among
// them.
Program *front_load(const FrontOptions *options, Text *errors);

#endif
