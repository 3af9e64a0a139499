// To which project a file belongs, and so how raddle has to be called to check it.
#ifndef RADDLE_SERVICE_PROJECT_OF_H
#define RADDLE_SERVICE_PROJECT_OF_H

#include "base/arena.h"
#include "base/words.h"

// All strings live in the arena it was made with.
typedef struct FileProject {
    const char *directory; // where raddle is to work
    const char *build;     // where the compilation database is that has the file; NULL: there is none
    bool is_configured;    // there is a raddle.toml in the directory
    bool has_files;        // which names the files of a program
    bool is_listed;        // and the file among them
} FileProject;

// The directory is the next one above the file with a raddle.toml in it, else `root`, if the file is below it, else that of
// the file. A compilation database is looked for there and in its folder `build`. `path` is absolute; `root` may be NULL.
FileProject project_of(const char *path, const char *root, Arena *arena);

#endif
