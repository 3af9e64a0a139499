// Compilation databases: compile_commands.json, as CMake, Meson, Bear and others write it.
#ifndef RADDLE_BASE_COMPILE_COMMANDS_H
#define RADDLE_BASE_COMPILE_COMMANDS_H

#include <stdbool.h>

#include "base/words.h"

typedef struct CompileCommand {
    const char *file;      // absolute, without `.` and `..`
    const char *directory; // absolute: where the compiler was run
    WordList arguments;    // after the compiler's name; response files are already in their place
    const char *compiler;
} CompileCommand;

typedef struct CompileCommands {
    const char *path; // of the file
    VECTOR(CompileCommand) list;
} CompileCommands;

// Reads the database in a directory, or the file itself. Strings live in the arena. On failure returns false and appends
// what is wrong, with file and line or the number of the entry. To be freed in any case.
bool compile_commands_read(const char *path, Arena *arena, CompileCommands *commands, Text *error);
void compile_commands_free(CompileCommands *commands);

// A path below a directory, or itself if it is absolute, without `.`, `..` and doubled slashes; links are not followed.
const char *path_resolve(Arena *arena, const char *directory, const char *path);

#endif
