// What is called in place of main: a function, or several as threads, each with arbitrary arguments.
#ifndef RADDLE_BASE_CALL_PLAN_H
#define RADDLE_BASE_CALL_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

typedef struct Options Options; // options.h

// The fields of CallPlan that are names, which are also keys of recorded runs.
#define CALL_PLAN_NAME_TABLE(X) X(function) X(threads) X(setup) X(finally)

typedef struct CallPlan {
    const char *function;   // NULL: none; not together with threads
    const char *threads;    // names separated by commas; NULL: none
    const char *setup;      // called before; NULL: nothing
    const char *finally;    // called when all of that has ended; NULL: nothing
    uint64_t array_length;  // of what a pointer points to; 0: not said
    bool null_pointers;     // pointers are tried as NULL, too
    bool arbitrary_globals; // variables do not begin with their initialisers
} CallPlan;

// The strings stay those of the options.
CallPlan call_plan_of(const Options *options);

// Whether anything else than main is to be called.
bool call_plan_given(const CallPlan *plan);

// Whether the options fit together. If not, returns false and appends why.
bool call_plan_check(const CallPlan *plan, Text *error);

// In words, for reports: "function push", "threads push, pop after queue_init, then queue_check". Nothing for main.
void call_plan_describe(const CallPlan *plan, Text *out);

// The next name of a list that commas separate; its length is stored, 0 for an empty name. NULL: there is none.
const char *call_plan_next_name(const char **cursor, uint32_t *length);

#endif
