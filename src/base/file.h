// Files as a whole and their names. Every error is noticed, that of the last buffer included, so that a full disk is never taken for success.
#ifndef RADDLE_BASE_FILE_H
#define RADDLE_BASE_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

// What comes after the last slash.
const char *file_name_of(const char *path);

// Appends what the file holds. On failure returns false and appends "PATH: reason" to `error`. Devices and pipes are
// refused: they need have no end.
bool file_read_bytes(const char *path, Text *text, Text *error);
// The same, of a file that must not have a zero byte in it.
bool file_read_text(const char *path, Text *text, Text *error);

// Replaces the contents of `path`. On failure returns false and appends "PATH: reason".
bool file_write_text(const char *path, const Text *text, Text *error);
// Whether that will do, as far as it can be told without changing anything: a file that exists can be opened, one that
// does not can be made. What is no regular file (a pipe, a device) is not opened: its reader would notice. On failure
// returns false and appends "PATH: reason".
bool file_can_be_written(const char *path, Text *error);
// Writes to an open stream and flushes it; `name` stands for it in the message.
bool file_write_stream(FILE *stream, const char *name, const Text *text, Text *error);

#endif
