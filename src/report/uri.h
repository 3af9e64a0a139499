// File names as URIs (RFC 3986), for formats that name files that way.
#ifndef RADDLE_REPORT_URI_H
#define RADDLE_REPORT_URI_H

#include <stdbool.h>

#include "base/text.h"

// Appends the working directory as "file:///home/me/project/".
void uri_append_directory(const char *directory, Text *out);
// Appends a path, taken from `directory` if it is relative: what lies below the directory as a relative reference
// ("src/a%20b.c"), anything else as "file:///...". The path is normalised as text: no "." and no ".." is left. Returns
// whether the reference is relative.
bool uri_append_path(const char *directory, const char *path, Text *out);

// The same without the encoding and without "file://".
bool uri_append_plain_path(const char *directory, const char *path, Text *out);

// Appends the path that a "file://..." names; false if it is no such URI.
bool uri_append_decoded(const char *uri, Text *path);

// Whether two paths name the same file, as far as their text tells.
bool uri_same_path(const char *directory, const char *first, const char *second);

#endif
