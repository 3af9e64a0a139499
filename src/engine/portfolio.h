// Engines side by side, each in a process of its own; the first that decides ends it.
#ifndef RADDLE_ENGINE_PORTFOLIO_H
#define RADDLE_ENGINE_PORTFOLIO_H

#include "run/engine.h"

enum { PORTFOLIO_ENTRIES = 9 }; // at most

typedef struct PortfolioEntry {
    const Engine *engine;
    double delay;     // seconds after which it begins
    bool leading;     // it has the workers that the user wants, and shows its progress
    bool low;         // others have a processor before it
    double low_after; // seconds of a processor after which they have; 0: never
} PortfolioEntry;

// Fills a zeroed verdict. If nobody decides it is that of the first entry, or what the limit says. There must be no
// ranks of MPI waiting for work. Returns whether somebody has decided.
bool portfolio_run(const EngineTask *task, const PortfolioEntry *entries, uint32_t count, Verdict *verdict);

#endif
