// What a handle of libraddle (include/raddle.h) holds.
#ifndef RADDLE_API_LIBRARY_H
#define RADDLE_API_LIBRARY_H

#include <raddle.h>

#include "api/session.h"

typedef struct LibrarySetting {
    OptionId option;
    const char *argument; // as it would stand on the command line
} LibrarySetting;

// One counterexample as it is handed out.
typedef struct LibraryRun {
    raddle_counterexample summary;
    raddle_input *inputs;
    raddle_step *steps;
    const char *const *thread_names;
} LibraryRun;

struct raddle {
    Arena strings; // of the settings, the arguments for clang and the files
    VECTOR(LibrarySetting) settings;
    StringList clang_arguments;
    StringList files;
    Text error, diagnostics;
    atomic_bool interrupt;
    raddle_progress *progress; // may be NULL
    void *progress_context;

    bool loaded;   // `options`, `engine` and `session` are there
    bool outdated; // something was set since
    Options options;
    const Engine *engine;
    Session session;

    bool verified; // the rest is there
    Verdict verdict;
    Text line;
    Arena results; // of the rest
    LibraryRun *runs;
    const char **remarks; // as many as the verdict has
};

// Replaces the message of the last failure and returns false.
bool library_fail(raddle *handle, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Whether a handle has the option: one of `raddle check` that is not about what to show and where.
bool library_option(const OptionDescription *option);

// Makes of the verdict what is handed out of it.
void library_keep_results(raddle *handle);
void library_drop_results(raddle *handle);

#endif
