// The inside of the slicer, for its own files.
#ifndef RADDLE_ANALYSIS_SLICE_STATE_H
#define RADDLE_ANALYSIS_SLICE_STATE_H

#include "analysis/slice.h"
#include "analysis/slice_effects.h"

typedef enum CallKind {
    CALL_PLAIN,
    CALL_CREATE, // pthread_create, which starts __raddle_thread_main
    CALL_END,    // the end of a thread, which is exit if it is the last
} CallKind;

typedef struct CallSite {
    uint32_t function, instruction;
    CallKind kind;
} CallSite;

typedef VECTOR(CallSite) CallSiteList;

typedef struct CallTarget {
    uint32_t instruction, function;
} CallTarget;

typedef struct FunctionState {
    CallSiteList callers;
    VECTOR(CallTarget) targets; // of its calls, those without body included, in the order of the code
    VECTOR(uint32_t) returns;
    bool reachable;
    uint64_t influential; // parameters its results depend on; a bit per parameter, the last for all beyond
} FunctionState;

typedef struct CallGraph {
    FunctionState *functions;
    uint32_t count;
    bool *reached; // by function and function: the first may lead to the second
} CallGraph;

// slice_calls.c
void call_graph_build(CallGraph *calls, const CodeGraph *graph);
void call_graph_free(CallGraph *calls);
// The targets of one call; `count` is set.
const CallTarget *call_graph_targets(const CallGraph *calls, uint32_t function, uint32_t instruction, uint32_t *count);
bool call_graph_is_influential(const FunctionState *callee, uint32_t parameter);
// Whether a call of `callee` by `caller` may lead to `caller` again.
bool call_graph_is_recursive(const CallGraph *calls, uint32_t caller, uint32_t callee);

#endif
