// What memory holds: cells, each of which says what stands at some offsets of a zone (zones.h). A sure cell says it of
// one place, for every object of the zone. The others say what may have been written at one of several places; what
// else may stand there is told by the sure cells and, where there is none, by the ground: what was there before
// anything was written.
//
// Invariant: cells are ascending by zone and offset; sure cells of a zone do not overlap.
#ifndef RADDLE_ABSTRACT_CONTENT_H
#define RADDLE_ABSTRACT_CONTENT_H

#include "abstract/value.h"

typedef struct Cell {
    Target at;     // of a sure cell: one place
    uint32_t size; // bytes
    bool sure;
    ValueId value;
} Cell;

typedef struct Content {
    VECTOR(Cell) cells;
} Content;

// What stands at a place that no sure cell is about.
typedef struct Ground {
    Value (*read)(const void *context, Target at, uint32_t size);
    const void *context;
} Ground;

Value content_read(const Content *content, ValueTable *values, Target at, uint32_t size, Ground ground);
// What was there is gone. Precondition: one place.
void content_write(Content *content, ValueTable *values, Target at, uint32_t size, const Value *value);
// What was there may still be there. Returns whether the content has changed; with thresholds what changes is widened.
bool content_add(Content *content, ValueTable *values, Target at, uint32_t size, const Value *value, Ground ground,
                 const Thresholds *thresholds);
// Becomes what holds for both, each with its ground. Returns whether it has changed.
bool content_join(Content *content, Ground ground, const Content *other, Ground other_ground, ValueTable *values,
                  const Thresholds *thresholds);

void content_copy(Content *content, const Content *from);
// After cells were appended.
void content_sort(Content *content);
// The size of the sure cell that begins at the offset; 0: none does.
uint32_t content_cell_size(const Content *content, uint32_t zone, int64_t offset);
void content_free(Content *content);
// The cells of a zone: from the first one on, so many.
uint32_t content_find(const Content *content, uint32_t zone, uint32_t *count);
void content_drop(Content *content, uint32_t zone);
// Every address in one zone becomes that in another.
void content_rename_values(Content *content, ValueTable *values, uint32_t zone, uint32_t other);

#endif
