// Where pointers may point: inclusion-based, for all threads and all times at once.
//
// A location is an object and where in it: an offset, or an offset and any number of strides from it. Objects are
// globals (all threads' copies of a thread-local one together), functions, the places that allocate on stack and heap,
// and the areas of arguments for `...`. The universe stands for anything: an input as wide as a pointer may be any
// address. What an object contains is one set for the whole object.
//
// A number that no address and no such input went into is taken to be no address.
#ifndef RADDLE_ANALYSIS_POINTS_TO_H
#define RADDLE_ANALYSIS_POINTS_TO_H

#include "analysis/definitions.h"
#include "base/limits.h"

enum { OBJECT_UNIVERSE = 0 };

typedef enum AbstractKind {
    ABSTRACT_UNIVERSE,
    ABSTRACT_GLOBAL,
    ABSTRACT_FUNCTION,
    ABSTRACT_STACK,
    ABSTRACT_HEAP,
    ABSTRACT_VARIADIC, // the arguments for `...` of all calls of a function
} AbstractKind;

typedef struct AbstractObject {
    AbstractKind kind;
    uint32_t id;          // of the global or function; of the function that allocates
    uint32_t instruction; // that allocates
} AbstractObject;

typedef struct Location {
    uint32_t object;
    uint64_t stride; // 0: exactly there; 1: anywhere in the object
    int64_t offset;  // below the stride if there is one
} Location;

typedef struct LocationSet {
    VECTOR(Location) items; // sorted
} LocationSet;

typedef struct PointsTo PointsTo;

// `definitions`: one per function of the program, kept until the result is freed. `limits` may be NULL; where one is
// exceeded, the result is not complete.
PointsTo *points_to_compute(const Program *program, const Definitions *definitions, Limits *limits);
void points_to_free(PointsTo *points_to);

uint32_t points_to_object_count(const PointsTo *points_to);
const AbstractObject *points_to_object(const PointsTo *points_to, uint32_t object);
uint32_t points_to_global_object(const PointsTo *points_to, uint32_t global);
// The object that the instruction allocates, or OBJECT_UNIVERSE if it allocates none.
uint32_t points_to_site_object(const PointsTo *points_to, uint32_t function, uint32_t instruction);
// The object of the arguments for `...`, or OBJECT_UNIVERSE if the function has none.
uint32_t points_to_variadic_object(const PointsTo *points_to, uint32_t function);

// Adds where the register may point when the instruction reads it, moved by `offset` bytes.
void points_to_add_values(const PointsTo *points_to, uint32_t function, uint32_t instruction, uint32_t target,
                          uint64_t offset, LocationSet *out);
// Adds what may be read at a location.
void points_to_add_contents(const PointsTo *points_to, Location location, LocationSet *out);
// Lists the functions that a call may call.
void points_to_list_targets(const PointsTo *points_to, uint32_t function, uint32_t instruction, IdList *out);

// Returns whether the set has changed.
bool location_set_add(LocationSet *set, Location location);
void location_set_free(LocationSet *set);
// Whether `left_size` bytes at one may have a byte in common with `right_size` bytes at the other; a size of 0 is
// unknown.
bool location_may_overlap(Location left, uint64_t left_size, Location right, uint64_t right_size);

#endif
