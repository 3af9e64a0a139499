// The models of the C library, compiled to bitcode when raddle is built and embedded in the program: one module per
// architecture, since the layout of va_list and the size of long differ between them. The build generates the
// implementation (cmake/Models.cmake).
#ifndef RADDLE_FRONT_MODELS_H
#define RADDLE_FRONT_MODELS_H

#include <stddef.h>

typedef struct ModelLibrary {
    const char *arch; // "x86_64", "aarch64", "i386" or "arm"
    const unsigned char *data;
    size_t size;
} ModelLibrary;

// The library of an architecture, or NULL where there is none.
const ModelLibrary *model_library_find(const char *arch);

#endif
