// Which steps of a run the text shows, and which it folds.
#ifndef RADDLE_REPORT_EXCERPT_H
#define RADDLE_REPORT_EXCERPT_H

#include "base/options.h"
#include "report/relevant.h"

typedef struct Excerpt {
    Relevance relevant;       // by event: plays a part
    Relevance needed;         // by event: the explanation, a waiting condition or the violated check depends on it
    VECTOR(uint32_t) ranking; // the other events that play a part, those that tell most first
} Excerpt;

// Overwrites `excerpt`, which the caller frees with excerpt_free.
void excerpt_find(const Trace *trace, Excerpt *excerpt);
void excerpt_free(Excerpt *excerpt);

// Sets `shown` (by event): what is needed and, of the ranking, the first `count`.
void excerpt_take(const Excerpt *excerpt, uint32_t count, Relevance *shown);

#endif
