// A part of a search: one engine, or several side by side, with a limit of its own.
#ifndef RADDLE_ENGINE_STAGE_H
#define RADDLE_ENGINE_STAGE_H

#include "engine/portfolio.h"

// When a stage of a plan is due.
typedef enum StageOccasion {
    STAGE_ALWAYS,
    STAGE_WITHIN_BOUNDS, // unless runs were too long for one before it
    STAGE_BEYOND_BOUNDS, // if they were, and no stage like it has been
    // If they are too long for the one whose reason is reported, and the engine has got somewhere with them before.
    STAGE_LONG_RUNS,
} StageOccasion;

// It has decided if its answer is not UNKNOWN.
typedef struct Stage {
    const Engine *engine; // NULL: the entries
    double seconds;       // at most; 0: all there are
    uint64_t run_limit;
    bool bound_decides; // what is beyond a bound for it is beyond those that follow, too
    bool is_reported;   // of the stages that are, the last says why nothing was decided
    StageOccasion occasion;
    PortfolioEntry entries[PORTFOLIO_ENTRIES];
    uint32_t entry_count;
} Stage;

// Fills a zeroed verdict and returns whether it has decided. An engine that fails has not.
bool stage_run(const EngineTask *task, const Stage *stage, Verdict *verdict);
// The engine of the stage; if there are several, the first.
const Engine *stage_engine(const Stage *stage);

#endif
