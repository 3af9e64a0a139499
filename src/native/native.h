// raddle replay --native: the program is built with clang and executed as a process of its own, under a runtime that
// makes its threads do what they did in the recorded run. See doc/native-replay.md.
#ifndef RADDLE_NATIVE_NATIVE_H
#define RADDLE_NATIVE_NATIVE_H

#include "base/options.h"
#include "native/module.h"
#include "trace/trace.h"

typedef struct NativeReplay {
    const Options *options;
    char *directory; // where everything is built
    char *bitcode;
    bool keep;
    NativeOptions module;
    FrontPreparation preparation; // for loading the program; points to `module`: a replay stays where it was opened
} NativeReplay;

typedef enum NativeEnding {
    NATIVE_SAME_VIOLATION,
    NATIVE_EXITED, // by itself, with the recorded exit status
    NATIVE_NOT_REPRODUCED,
} NativeEnding;

// Makes the directory. On failure appends to `errors` what is wrong and returns false; otherwise to be released with
// native_close.
bool native_open(NativeReplay *replay, const Options *options, const Trace *trace, Text *errors);
// Builds and runs `program`, which was loaded with replay->preparation and follows `trace`. Appends to `line` whether
// the same happened, in words, and to `errors` what clang had to object. That the program now runs, and how to debug
// it, goes to standard error, where the program writes, too.
NativeEnding native_run(const NativeReplay *replay, const Program *program, const Trace *trace, Text *line,
                        Text *errors);
void native_close(NativeReplay *replay);

#endif
