// Reading whole files.
#ifndef RADDLE_BASE_READ_FILE_H
#define RADDLE_BASE_READ_FILE_H

#include <stdbool.h>

#include "base/text.h"

// Appends what the file holds. On failure returns false and appends "PATH: reason" to `error`. Devices and pipes are
// refused: they need have no end.
bool file_read_bytes(const char *path, Text *text, Text *error);
// The same, of a file that must not have a zero byte in it.
bool file_read_text(const char *path, Text *text, Text *error);

#endif
