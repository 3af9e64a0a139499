// Properties as SV-COMP writes them: a file ending in .prp, with one line per property, such as
//     CHECK( init(main()), LTL(G ! call(reach_error())) )
#ifndef RADDLE_BASE_PROPERTY_FILE_H
#define RADDLE_BASE_PROPERTY_FILE_H

#include "base/property.h"

// X(property, formula, whether it is written, too, and not only read)
// The last four are our own: SV-COMP has no such properties.
#define PROPERTY_FORMULA_TABLE(X)                       \
    X(ASSERTION, "G ! call(reach_error())", true)       \
    X(ASSERTION, "G ! call(__VERIFIER_error())", false) \
    X(ASSERTION, "G assert", false)                     \
    X(DEADLOCK, "G ! deadlock", true)                   \
    X(MEMORY, "G valid-free", true)                     \
    X(MEMORY, "G valid-deref", true)                    \
    X(LEAK, "G valid-memtrack", true)                   \
    X(OVERFLOW, "G ! overflow", true)                   \
    X(RACE, "G ! data-race", true)                      \
    X(LOCK, "G valid-lock-use", true)                   \
    X(DIVISION, "G valid-division", true)               \
    X(DIVISION, "G valid-shift", true)                  \
    X(ABORT, "G ! call(abort())", true)

// Whether a value of --property is the name of such a file.
bool property_is_file(const char *name);
// Reads the file. On failure returns false and appends a message with file and line.
bool property_read_file(const char *path, PropertyMask *mask, Text *error);
// Appends one CHECK for each formula of each property, with line ends between them.
void property_append_formulas(PropertyMask mask, Text *out);

#endif
