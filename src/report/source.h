// The lines of source files, for quoting. A file that cannot be read has no lines.
#ifndef RADDLE_REPORT_SOURCE_H
#define RADDLE_REPORT_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "base/vector.h"

typedef struct SourceFile {
    char *path;
    Text text;
    VECTOR(size_t) lines; // where each line begins
} SourceFile;

typedef struct SourceCache {
    VECTOR(SourceFile) files;
} SourceCache;

// 0 if the file cannot be read.
uint32_t source_line_count(SourceCache *cache, const char *path);
// Appends the line (1 is the first) without its end; false if there is none.
bool source_append_line(SourceCache *cache, const char *path, uint32_t line, Text *out);
// The same, trimmed and with every run of white space as one space.
bool source_append_trimmed(SourceCache *cache, const char *path, uint32_t line, Text *out);
// From now on the file of that name has this text.
void source_add(SourceCache *cache, const char *path, const char *text);
void source_free(SourceCache *cache);

#endif
