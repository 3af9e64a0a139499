// What analyses of the whole program begin with.
#ifndef RADDLE_ANALYSIS_CODE_GRAPH_H
#define RADDLE_ANALYSIS_CODE_GRAPH_H

#include "analysis/points_to.h"

typedef struct CodeGraph {
    const Program *program;
    Flow *flows;              // by function
    Definitions *definitions; // by function
    PointsTo *points_to;
} CodeGraph;

// Not complete when `limits` have stopped it, but it can be freed and asked.
void code_graph_build(CodeGraph *graph, const Program *program, Limits *limits);
void code_graph_free(CodeGraph *graph);

#endif
