// The part of YAML that task definitions are written in: block mappings and sequences, scalars on one line (plain or in
// quotes), comments. Everything else, from anchors to lists in brackets, is an error with its line, so that nothing is
// misread.
#ifndef RADDLE_BASE_YAML_H
#define RADDLE_BASE_YAML_H

#include "base/arena.h"
#include "base/text.h"

typedef enum YamlKind { YAML_SCALAR, YAML_MAPPING, YAML_SEQUENCE } YamlKind;

typedef struct YamlNode YamlNode;
struct YamlNode {
    YamlKind kind;
    unsigned line;    // in the file, from 1
    const char *text; // of a scalar, without its quotes; "" where the value is left out
    const char *key;  // of an element of a mapping; NULL in a sequence
    YamlNode *first;  // element of a mapping or sequence, in the order of the file; NULL: empty
    YamlNode *next;   // element of the same mapping or sequence
};

// Nodes and strings live in `arena`. On failure returns NULL and appends "NAME:LINE: what is wrong".
const YamlNode *yaml_parse(Arena *arena, const char *name, const char *text, Text *error);
// The element of a mapping with that key; NULL if there is none, or if `node` is NULL or no mapping.
const YamlNode *yaml_find(const YamlNode *node, const char *key);

#endif
