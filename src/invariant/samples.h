// Values that Horn clauses make their predicates true for: some, found by chance.
#ifndef RADDLE_INVARIANT_SAMPLES_H
#define RADDLE_INVARIANT_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/limits.h"
#include "solve/horn.h"

// Of one predicate: as many values as it has symbols, one sample after the other.
typedef struct Sample {
    VECTOR(uint64_t) values;
    uint32_t count;
} Sample;

typedef struct Samples {
    VECTOR(Sample) predicates;
} Samples;

// The same ones each time. `limits` may be NULL.
void samples_draw(Samples *samples, const Horn *horn, Limits *limits);
void samples_free(Samples *samples);
// One more, of so many symbols. Returns false if it is there already.
bool sample_add(Sample *sample, const uint64_t *values, uint32_t symbols);

static inline const uint64_t *sample_at(const Sample *sample, uint32_t index, uint32_t symbols)
{
    return symbols ? sample->values.data + (uint64_t)index * symbols : NULL;
}

#endif
