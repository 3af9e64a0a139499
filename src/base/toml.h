// The part of TOML that settings are written in: tables, keys with strings, numbers, booleans and arrays of these, and
// comments. What TOML has beyond that (dates, dotted keys, inline tables, arrays of tables, strings of several lines)
// is an error that says so, never something else.
#ifndef RADDLE_BASE_TOML_H
#define RADDLE_BASE_TOML_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/vector.h"

typedef enum TomlKind { TOML_STRING, TOML_NUMBER, TOML_BOOLEAN, TOML_ARRAY } TomlKind;

typedef struct TomlEntry {
    const char *table; // "" before the first one
    const char *key;
    uint32_t line; // from 1
    TomlKind kind;
    VECTOR(const char *) values; // of an array its elements, else one: strings as they are meant, others as written
} TomlEntry;

typedef struct TomlDocument {
    VECTOR(TomlEntry) entries; // in the order of the text
} TomlDocument;

// Strings live in `arena`. On failure returns false and appends "NAME:LINE: what is wrong"; to be freed in any case.
bool toml_parse(Arena *arena, const char *name, const char *text, TomlDocument *document, Text *error);
void toml_free(TomlDocument *document);

// Appends a string as TOML writes it, between quotes.
void toml_append_string(Text *out, const char *string);

#endif
