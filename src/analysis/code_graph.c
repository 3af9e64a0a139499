#include "analysis/code_graph.h"

#include <stdlib.h>

#include "base/memory.h"

void code_graph_build(CodeGraph *graph, const Program *program, Limits *limits)
{
    uint32_t count = program->functions.count;
    graph->program = program;
    graph->flows = memory_allocate_zeroed(count * sizeof *graph->flows);
    graph->definitions = memory_allocate_zeroed(count * sizeof *graph->definitions);
    for (uint32_t i = 0; i < count; i++) {
        flow_build(&graph->flows[i], program, i);
        definitions_find(&graph->definitions[i], &graph->flows[i]);
    }
    graph->points_to = points_to_compute(program, graph->definitions, limits);
}

void code_graph_free(CodeGraph *graph)
{
    points_to_free(graph->points_to);
    for (uint32_t i = 0; i < graph->program->functions.count; i++) {
        flow_free(&graph->flows[i]);
        definitions_free(&graph->definitions[i]);
    }
    free(graph->flows);
    free(graph->definitions);
}
