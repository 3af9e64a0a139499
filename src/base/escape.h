// Bytes as C writes them in a string: what is not printable is escaped.
#ifndef RADDLE_BASE_ESCAPE_H
#define RADDLE_BASE_ESCAPE_H

#include <stdbool.h>

#include "base/text.h"

void text_append_escaped(Text *text, const void *bytes, size_t count);

// The bytes that a string with escapes stands for. False if there is an escape that C does not have.
bool text_append_unescaped(Text *text, const char *string);

#endif
