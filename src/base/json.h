// JSON as text. Objects are put together line by line, so that a long trace never exists as a tree; every value is
// written by jansson.
#ifndef RADDLE_BASE_JSON_H
#define RADDLE_BASE_JSON_H

#include <jansson.h>

#include "base/text.h"

// Appends the value on one line and releases it.
void json_text_append(Text *out, json_t *value);
// Appends `"key": value`, a comma and the end of the line, and releases the value.
void json_text_append_member(Text *out, const char *key, json_t *value);
// A string; bytes that are not UTF-8 become U+FFFD.
json_t *json_text_string(const char *string);
// An integer, or "0x..." if it does not fit into 63 bits.
json_t *json_text_unsigned(uint64_t value);
// The same of a bound (base/bounds.h); null if there is none.
json_t *json_text_bound(uint64_t bound);

#endif
