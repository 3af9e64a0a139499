// Task definitions as trees. libyaml reads the YAML; here its aliases and merges (`<<`) become copies of what they name,
// and what would be misread is an error: several documents, tags beyond those of plain values, keys that are no text or
// stand in a mapping twice. A file may be neither deep nor large, whatever its aliases stand for.
#ifndef RADDLE_BASE_YAML_H
#define RADDLE_BASE_YAML_H

#include "base/arena.h"
#include "base/text.h"

typedef enum YamlKind { YAML_SCALAR, YAML_MAPPING, YAML_SEQUENCE } YamlKind;

typedef struct YamlNode YamlNode;
struct YamlNode {
    YamlKind kind;
    unsigned line;    // in the file, from 1
    const char *text; // of a scalar; "" where the value is left out or null, and of mappings and sequences
    const char *key;  // of an element of a mapping; NULL in a sequence
    YamlNode *first;  // element of a mapping or sequence, in the order of the file; NULL: empty
    YamlNode *next;   // element of the same mapping or sequence
};

// Nodes and strings live in `arena`. On failure returns NULL and appends "NAME:LINE: what is wrong".
const YamlNode *yaml_parse(Arena *arena, const char *name, const char *text, Text *error);
// The element of a mapping with that key; NULL if there is none, or if `node` is NULL or no mapping.
const YamlNode *yaml_find(const YamlNode *node, const char *key);

#endif
