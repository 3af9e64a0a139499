// What raddle checks. One row makes the name on the command line and in verdicts, the bit in a mask, the default and
// the help.
#ifndef RADDLE_BASE_PROPERTY_H
#define RADDLE_BASE_PROPERTY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

// X(identifier, name, checked by default, number in the Common Weakness Enumeration, description, what to do about a
// violation)
#define PROPERTY_TABLE(X)                                                                                                    \
    X(ASSERTION, "assertion", true, 617, "assert, reach_error and the assertions of other verifiers",                        \
      "Some interleaving and inputs make an assertion fail. Often two threads change a variable without a lock that both "   \
      "take, or what was checked is no longer so when it is acted upon: take the lock around all of it.")                    \
    X(DEADLOCK, "deadlock", true, 833, "threads that wait for each other, or for something nobody will do",                  \
      "Some threads can never go on. Take locks in the same order everywhere; change what a condition is about under its "   \
      "mutex, check it in a loop, and signal whoever may wait for it.")                                                      \
    X(MEMORY, "memory", true, 119, "null, wild, out-of-bounds and freed pointers; double and invalid free",                  \
      "A pointer is used that leads nowhere, or to what is gone. Where another thread has freed the memory, its call is "    \
      "shown: keep the memory until nobody uses it any more, by joining the threads or by counting the users.")              \
    X(LOCK, "lock", true, 667, "unlocking a mutex that is not held, destroying one in use",                                  \
      "A lock or a thread is used in a way that POSIX leaves undefined. Unlock in the thread that has locked, once; "        \
      "destroy a lock when nobody can come to it any more; join or detach a thread once.")                                   \
    X(DIVISION, "division", true, 369, "division by zero, INT_MIN / -1, shift by too much",                                  \
      "An operand has a value for which C defines no result. Check it before; if another thread can change it, read it "     \
      "once into a local variable.")                                                                                         \
    X(ABORT, "abort", true, 617, "abort and __builtin_trap",                                                                 \
      "The program comes to a call that it makes when something is wrong. The steps show how.")                              \
    X(RACE, "race", false, 362, "two accesses at the same time, one of them a write, not both atomic",                       \
      "Nothing orders two accesses to the same memory, which is undefined in C, whatever the processor does. Take the same " \
      "lock for both, or make the variable atomic; volatile does not help.")                                                 \
    X(OVERFLOW, "overflow", false, 190, "signed integer overflow",                                                           \
      "The result does not fit into the type, which is undefined in C. Check the operands before, or compute with an "       \
      "unsigned or a wider type.")                                                                                           \
    X(LEAK, "leak", false, 401, "heap memory that nothing points to when the program ends",                                  \
      "Memory was allocated that nobody can free any more. Free it where the last pointer to it goes.")

typedef enum Property {
#define X(identifier, ...) PROPERTY_##identifier,
    PROPERTY_TABLE(X)
#undef X
        PROPERTY_COUNT
} Property;

typedef uint32_t PropertyMask; // bit `1u << property`

#define PROPERTY_BIT(property) ((PropertyMask)1 << (property))
#define PROPERTY_MASK_ALL (PROPERTY_BIT(PROPERTY_COUNT) - 1)

enum {
    PROPERTY_MASK_DEFAULT = 0
#define X(identifier, name, checked, ...) | ((checked) ? 1 << PROPERTY_##identifier : 0)
    PROPERTY_TABLE(X)
#undef X
};

// After these a program may do anything.
enum { PROPERTY_MASK_UNDEFINED = 1 << PROPERTY_MEMORY | 1 << PROPERTY_LOCK | 1 << PROPERTY_DIVISION };

const char *property_name(Property property);
const char *property_description(Property property);
// What a violation means and what to do about it, in whole sentences.
const char *property_advice(Property property);
// The number of this weakness in the Common Weakness Enumeration, or of the one that it is a kind of.
unsigned property_weakness(Property property);

// Reads a comma-separated list of names, or "all". On failure returns false and appends a message about the wrong name.
bool property_parse_list(const char *list, PropertyMask *mask, Text *error);
// Appends the names of a mask, separated by commas.
void property_append_names(PropertyMask mask, Text *text);

#endif
