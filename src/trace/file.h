// Writing whole files: every error is noticed, that of the last buffer included, so that a full disk is never taken
// for success.
#ifndef RADDLE_TRACE_FILE_H
#define RADDLE_TRACE_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

// Replaces the contents of `path`. On failure returns false and appends "PATH: reason".
bool file_write_text(const char *path, const Text *text, Text *error);
// Writes to an open stream and flushes it; `name` stands for it in the message.
bool file_write_stream(FILE *stream, const char *name, const Text *text, Text *error);

#endif
