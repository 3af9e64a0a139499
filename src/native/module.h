// The program as a module for the machine and, from the same code, as a module for clang. Both have *points*: before
// every access to memory, every copy and every call of an intrinsic that both execute there is a call. The machine
// counts the points of each thread (machine_thread_points), and so does the native program's runtime, which thus knows
// when a thread stands where it stood in the machine. See doc/native-replay.md.
#ifndef RADDLE_NATIVE_MODULE_H
#define RADDLE_NATIVE_MODULE_H

#include <stdbool.h>

#include "front/front.h"

typedef struct NativeOptions {
    const char *output;     // the bitcode for clang is written to this file
    bool check_arithmetic;  // calls the runtime with whether a division or a shift goes wrong
    bool check_overflow;    // the same for signed overflow
    bool address_sanitizer; // functions are marked for it
} NativeOptions;

// A FrontPreparation; its context is the NativeOptions.
bool native_prepare(const void *context, Lowering *lowering);

#endif
