// raddle replay --native: the program is built with clang and executed as a process of its own, under a runtime that
// makes its threads do what they did in the recorded run. See doc/native-replay.md.
#ifndef RADDLE_CLI_NATIVE_H
#define RADDLE_CLI_NATIVE_H

#include "base/options.h"
#include "front/native.h"
#include "trace/trace.h"

typedef struct NativeReplay {
    const Options *options;
    char *directory; // where everything is built
    char *bitcode;
    bool keep;
    NativeOptions front; // for terminal_load_traced
} NativeReplay;

// Makes the directory. On failure prints what is wrong and returns false; otherwise to be released with native_close.
bool native_open(NativeReplay *replay, const Options *options, const Trace *trace);
// Builds and runs `program`, which was loaded with replay->front and follows `trace`. Prints the line that tells
// whether the same happened, and returns the exit status of raddle.
int native_run(const NativeReplay *replay, const Program *program, const Trace *trace);
void native_close(NativeReplay *replay);

#endif
