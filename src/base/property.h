// What raddle checks. One row makes the name on the command line and in verdicts, the bit in a mask, the default and
// the help.
#ifndef RADDLE_BASE_PROPERTY_H
#define RADDLE_BASE_PROPERTY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

// X(identifier, name, checked by default, description)
#define PROPERTY_TABLE(X)                                                                              \
    X(ASSERTION, "assertion", true, "assert, reach_error and the assertions of other verifiers")       \
    X(DEADLOCK, "deadlock", true, "threads that wait for each other, or for something nobody will do") \
    X(MEMORY, "memory", true, "null, wild, out-of-bounds and freed pointers; double and invalid free") \
    X(LOCK, "lock", true, "unlocking a mutex that is not held, destroying one in use")                 \
    X(DIVISION, "division", true, "division by zero, INT_MIN / -1, shift by too much")                 \
    X(ABORT, "abort", true, "abort and __builtin_trap")                                                \
    X(RACE, "race", false, "two accesses at the same time, one of them a write, not both atomic")      \
    X(OVERFLOW, "overflow", false, "signed integer overflow")                                          \
    X(LEAK, "leak", false, "heap memory that nothing points to when the program ends")

typedef enum Property {
#define X(identifier, name, checked, description) PROPERTY_##identifier,
    PROPERTY_TABLE(X)
#undef X
        PROPERTY_COUNT
} Property;

typedef uint32_t PropertyMask; // bit `1u << property`

#define PROPERTY_BIT(property) ((PropertyMask)1 << (property))
#define PROPERTY_MASK_ALL (PROPERTY_BIT(PROPERTY_COUNT) - 1)

enum {
    PROPERTY_MASK_DEFAULT = 0
#define X(identifier, name, checked, description) | ((checked) ? 1 << PROPERTY_##identifier : 0)
    PROPERTY_TABLE(X)
#undef X
};

// After these a program may do anything.
enum { PROPERTY_MASK_UNDEFINED = 1 << PROPERTY_MEMORY | 1 << PROPERTY_LOCK | 1 << PROPERTY_DIVISION };

const char *property_name(Property property);
const char *property_description(Property property);

// Reads a comma-separated list of names, or "all". On failure returns false and appends a message about the wrong name.
bool property_parse_list(const char *list, PropertyMask *mask, Text *error);
// Appends the names of a mask, separated by commas.
void property_append_names(PropertyMask mask, Text *text);

#endif
