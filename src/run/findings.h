// What a search brings: violations that were executed, what its runs depended on, and what it counted. The verdict is
// made of it in one way for all engines.
#ifndef RADDLE_RUN_FINDINGS_H
#define RADDLE_RUN_FINDINGS_H

#include "base/limits.h"
#include "base/statistics.h"
#include "run/coverage.h"
#include "run/engine.h"
#include "run/proof.h"

// The places found violated so far.
typedef struct FoundPlaces {
    VECTOR(uint64_t) keys;
} FoundPlaces;
// True if the violation is at a new one.
bool found_places_add(FoundPlaces *places, const Violation *violation);

struct Findings {
    VECTOR(Trace *) counterexamples; // one per violated place; owned
    FoundPlaces places;              // theirs
    Coverage coverage;
    Statistics statistics;
    Proof proof;  // what an engine that proves by invariants found, if somebody is to see it
    Text dump;    // what --dump asked of the engine
    Text covered; // in words, what an engine that never proves, or did not, has gone through: "200 random runs"
};

// A run that violates, by its last step or in `race`: if the place is new, the run is executed again and kept. Returns
// whether it was.
bool findings_add(Findings *findings, const EngineTask *task, const MachineOptions *machine_options,
                  const Machine *machine, const Violation *race, const Choice *choices, uint32_t choice_count);
// Whether nothing more is to be looked for: something is violated, and the user does not want to know all.
bool findings_suffice(const Findings *findings, const EngineTask *task);

// Of a part of the search that another process does: how much there was when it began.
typedef struct FindingsMark {
    uint32_t counterexamples, places;
} FindingsMark;
// From now on counts are of the part alone.
FindingsMark findings_begin_part(Findings *findings);
// What the part has brought.
void findings_put_part(const Findings *findings, FindingsMark mark, Bytes *out);
// Takes it over, in the other process: violations at new places are executed again. False if one cannot be.
bool findings_join_part(Findings *findings, const EngineTask *task, BytesReader *reader);

// Whether nothing is violated, for all that the engine goes through. Once a limit is exceeded nothing is proved.
bool findings_prove(const Findings *findings, const Engine *engine, Limits *limits);
// Makes them the verdict of the engine, which is zeroed, and leaves them empty.
void findings_conclude(Findings *findings, const Engine *engine, const Options *options, Limits *limits,
                       Verdict *verdict);
void findings_free(Findings *findings);

#endif
