// The sources of the runtime that a natively replayed program is linked with. The build generates the implementation
// (cmake/Runtime.cmake).
#ifndef RADDLE_NATIVE_RUNTIME_H
#define RADDLE_NATIVE_RUNTIME_H

#include <stddef.h>

typedef struct RuntimeFile {
    const char *name;
    const char *data;
    size_t size;
} RuntimeFile;

// NULL past the last one.
const RuntimeFile *native_runtime_file(size_t index);

#endif
