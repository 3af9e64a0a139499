// The places of a program: where all its threads stand, which objects there are and who holds what. Finitely many, if
// what differs between the states at a place is taken as variables of the place; so loops that go on for ever, and as
// often as an input says, come back to places known.
//
// From a place a step of a thread leads on by one or more ways, each under a condition over the variables of the place
// and the inputs read on it. A way gives the variables of the place it leads to their values. The places and ways have
// all behaviours of the program, and perhaps more: what the values of variables are together is not known here.
#ifndef RADDLE_INVARIANT_PLACES_H
#define RADDLE_INVARIANT_PLACES_H

#include "base/map.h"
#include "base/none.h"
#include "base/vector.h"
#include "invariant/decisive.h"
#include "machine/crowd.h"
#include "machine/generalise.h"
#include "run/engine.h"
#include "run/findings.h"
#include "solve/solver.h"

// A register, or a cell of memory, that does not hold the same in all states at a place.
typedef struct PlaceVariable {
    Location location;
    uint32_t width;
    Term symbol; // of what it holds before a step
} PlaceVariable;

typedef enum WayEnd {
    WAY_LEADS_ON,  // to `target`
    WAY_ENDS,      // the process ends, or nothing can go on because of assumptions; or the watched thread has ended
    WAY_VIOLATES,  // something that must not be
    WAY_IS_UNKNOWN // something that is not modelled
} WayEnd;

// One way through a step.
typedef struct PlaceWay {
    WayEnd end;
    uint32_t target; // of WAY_ENDS: the place where nobody is watched any more, or NO_PLACE
    uint32_t thread;
    bool writes;           // others can tell that the step was done
    bool acts;             // it does more than read and write memory
    bool is_void;          // it may be that it does nothing but read, and write what is there; see places_note_void
    Property property;     // WAY_VIOLATES: of what
    uint32_t position;     // where; a Position id
    Term condition;        // under which it is taken
    VECTOR(Term) contents; // of the variables that the target had then; the later ones hold what `state` does there
    // A step of a guest (machine/crowd.h): the place that it is watched at, and what its variables are.
    uint32_t guest_place; // NO_PLACE: there is no guest
    VECTOR(Term) guest_variables;
} PlaceWay;

typedef VECTOR(PlaceWay) PlaceWayList;

#define NO_PLACE NONE

typedef struct Place {
    uint64_t key[2];
    Machine *state; // one of the states
    VECTOR(PlaceVariable) variables;
    PlaceWayList ways;
    PlaceWayList guest_ways; // what others of the crowd may do meanwhile
    uint64_t base[2];        // with a crowd: the key without the watched thread
    bool waits;              // to be looked at, again perhaps
} Place;

// Where a step begins.
typedef struct Situation {
    uint32_t place; // NO_PLACE: the beginning of the program
    const Machine *state;
    const PlaceVariable *variables; // that may hold anything
    uint32_t variable_count;
    Term given;           // a condition that holds there
    uint32_t guest_place; // NO_PLACE: there is no guest
    const Term *guest_variables;
    uint32_t guest_variable_count;
} Situation;

typedef struct Places {
    const EngineTask *task;
    TermTable *terms;
    MachineOptions options;
    InputPlan plan;
    InputSymbols inputs;
    VECTOR(Place) places;
    PlaceWayList beginnings;          // to the first places
    VECTOR(uint32_t) waiting;         // places that are to be looked at
    Map symbols;                      // of variables
    VECTOR(uint64_t) synchronisation; // addresses of the objects met
    Decisive decisive;                // contents that places are told apart by
    Decisive names;                   // that became variables, and held what machine_may_name is about
    bool has_lost_names;              // one of them was the result of a thread
    bool reuses;                      // a thread has taken the place of another: then these are decisive
    bool outdated;                    // there is one more of these: places that differ in it were taken as one
    CrowdSites crowd;                 // calls that create threads without end; what they create is a crowd
    bool ended_with_lock;             // a thread of the crowd may end while it holds a lock
    bool leaves_stuck; // a thread may go round by its time limits, and leave others waiting (machine/lone.c)
    Coverage *coverage;
    Statistics *statistics;
    Text reason;     // why there is no end of it; empty: all places are known
    Text unmodelled; // the first thing that a way came to and that is not modelled
} Places;

// Finds all of them, unless `reason` says why not. Then the calls that have created several threads are noted in
// `crowd`, and places_find_again takes what they create for a crowd. `coverage` and `statistics` are
// added to.
void places_find(Places *places, const EngineTask *task, Coverage *coverage, Statistics *statistics);
void places_find_again(Places *places);
// Adds the ways of a step to `out`. The places that they lead to may be new, or have more variables than before: then they
// wait to be looked at.
void places_find_ways(Places *places, const Situation *situation, Choice choice, PlaceWayList *out);
// Finds out which ways are void, when all places are known.
void places_note_void(Places *places);
// A copy of the state in which the variables are symbols.
Machine *places_put_symbols(const Places *places, const Machine *state, const PlaceVariable *variables, uint32_t count);
Term places_symbol(Places *places, Location location, uint32_t width);
void places_give_up(Places *places, const char *reason);
bool places_are_over(Places *places);
void place_ways_free(PlaceWayList *ways);
void places_free(Places *places);
// What a way gives a variable of its target.
Term place_way_content(const Places *places, const PlaceWay *way, uint32_t variable);

#endif
