// The inside of the points-to analysis, for its own files.
#ifndef RADDLE_ANALYSIS_POINTS_TO_STATE_H
#define RADDLE_ANALYSIS_POINTS_TO_STATE_H

#include "analysis/points_to.h"

typedef VECTOR(uint32_t) ReturnList;

struct PointsTo {
    const Program *program;
    const Definitions *definitions; // by function
    VECTOR(AbstractObject) objects; // the universe, the globals, the functions, the rest
    VECTOR(LocationSet) contents;   // by object
    LocationSet **values;           // by function and definition
    LocationSet stray;              // what is written through a pointer to the universe
    LocationSet thread_results;
    uint32_t *variadic_objects; // by function
    ReturnList *returns;        // by function
    VECTOR(uint32_t) globals_by_address;
    bool *address_taken; // by function
    Map sites;           // by function << 32 | instruction: the object allocated there
    bool changed;
};

// What an instruction does to an address.
typedef struct Change {
    int64_t offset;
    uint64_t stride; // to which any number of may be added
} Change;

#define NO_CHANGE ((Change){0, 0})
#define ANY_CHANGE ((Change){0, 1})

// points_to.c. These note whether anything has changed.
void points_to_join_location(PointsTo *points_to, LocationSet *to, Location location);
void points_to_join_set(PointsTo *points_to, LocationSet *to, const LocationSet *from, Change change);
void points_to_join_values(PointsTo *points_to, LocationSet *to, uint32_t function, uint32_t instruction,
                           uint32_t target, Change change);
// Adds where a word points that is known before the program runs.
void points_to_join_word(PointsTo *points_to, LocationSet *to, uint64_t word, Change change);
uint32_t points_to_make_site_object(PointsTo *points_to, AbstractKind kind, uint32_t function, uint32_t instruction);
int64_t points_to_signed_offset(const PointsTo *points_to, uint64_t offset);

// points_to_transfer.c: what one instruction adds.
void points_to_visit(PointsTo *points_to, uint32_t function, uint32_t instruction, IdList *scratch);

#endif
